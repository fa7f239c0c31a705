import { expect, it } from 'vitest'
import { judgeDiscovery } from './judge-discovery.ts'

const issuer = 'https://login.example.com'
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  code_challenge_methods_supported: ['plain', 'S256'],
  id_token_signing_alg_values_supported: ['HS256', 'none', 'RS256'],
}
const expected = { issuer, hasSecret: true, isAllowed: (url: string) => url.startsWith('https:') }

it('takes what is needed, and only asymmetric algorithms', () => {
  expect(judgeDiscovery(document, expected)).toEqual({
    ok: true,
    discovery: {
      issuer,
      authorizationEndpoint: `${issuer}/authorize`,
      tokenEndpoint: `${issuer}/token`,
      jwksUri: `${issuer}/keys`,
      userinfoEndpoint: null,
      endSessionEndpoint: null,
      algorithms: ['RS256'],
      clientAuthentication: 'client_secret_basic',
      announcesPkce: true,
      sendsIssuer: false,
    },
  })
})

it.each([
  ['nothing', null, /discovery document/],
  ['another issuer', { ...document, issuer: `${issuer}/` }, /calls itself/],
  ['no keys', { ...document, jwks_uri: undefined }, /lacks/],
  [
    'an endpoint without TLS',
    { ...document, token_endpoint: 'http://login.example.com/token' },
    /not allowed/,
  ],
  ['no PKCE', { ...document, code_challenge_methods_supported: ['plain'] }, /PKCE/],
  ['symmetric signatures only', { ...document, id_token_signing_alg_values_supported: ['HS256'] }, /signs/],
  [
    'no usable secret',
    { ...document, token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    /only by/,
  ],
])('refuses %s', (_, given, fault) => {
  const judged = judgeDiscovery(given, expected)
  expect(judged.ok ? '' : judged.fault).toMatch(fault)
})

it('accepts a provider that does not say whether it supports PKCE', () => {
  const judged = judgeDiscovery({ ...document, code_challenge_methods_supported: undefined }, expected)
  expect(judged).toMatchObject({ ok: true, discovery: { announcesPkce: false } })
})
