export { type ProviderPerson, startTestOidcProvider, type TestOidcProvider } from './testing/oidc-provider.ts'
