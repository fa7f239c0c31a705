export { authenticateToken } from './authenticate.ts'
export { createdToken, createToken, createTokenInput } from './create.ts'
export { listTokens, revokeToken, revokeTokenInput } from './manage-tokens.ts'
export { tokenView } from './token-view.ts'
