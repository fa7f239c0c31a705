export { listSignInOptions, type SignInOptions } from './list-sign-in-options.ts'
export {
  checkSignInProvider,
  createSignInProvider,
  listSignInProviders,
  removeSignInProvider,
  updateSignInProvider,
} from './manage-providers.ts'
export {
  checkProviderInput,
  createProviderInput,
  providerCheck,
  providerRef,
  providerView,
  setBreakGlassInput,
  setSignInPolicyInput,
  signInPolicyView,
  updateProviderInput,
} from './schema.ts'
export { getSignInPolicy, setBreakGlass, setSignInPolicy } from './sign-in-policy.ts'
