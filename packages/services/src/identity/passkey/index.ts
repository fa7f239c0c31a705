export { canUsePasskeys } from './can-use-passkeys.ts'
export {
  getLocalSignIn,
  localSignInView,
  removePasskey,
  removePasskeyInput,
  renamePasskey,
  renamePasskeyInput,
} from './passkeys.ts'
