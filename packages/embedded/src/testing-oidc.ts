export { startTestOidcProvider, type TestOidcProvider } from './testing/oidc-provider.ts'
