export { authenticateToken } from './authenticate.ts'
export { createdToken, createToken, createTokenInput } from './create.ts'
export { listTokens, revokeToken, revokeTokenInput, tokenView } from './manage-tokens.ts'
