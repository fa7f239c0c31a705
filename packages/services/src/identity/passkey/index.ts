export {
  getLocalSignIn,
  localSignInView,
  passkeyRef,
  removePasskey,
  renamePasskey,
  renamePasskeyInput,
} from './passkeys.ts'
