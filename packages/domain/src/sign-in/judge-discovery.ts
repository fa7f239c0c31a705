/** What a provider publishes under /.well-known/openid-configuration, as far as it is used. */
export interface Discovery {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  userinfoEndpoint: string | null
  endSessionEndpoint: string | null
  /** Of ID tokens; asymmetric ones only. */
  algorithms: string[]
  /** How the client authenticates at the token endpoint. */
  clientAuthentication: 'client_secret_basic' | 'client_secret_post' | 'none'
  /** Whether each callback must carry `iss` (RFC 9207). */
  sendsIssuer: boolean
  /** Microsoft Entra ID supports PKCE without announcing it. It is used in any case. */
  announcesPkce: boolean
}

export type DiscoveryJudgement =
  | { ok: true; discovery: Discovery }
  | { ok: false; fault: string; hint: string }

const asymmetric = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

/** Judges a discovery document. `isAllowed` tells whether an endpoint may be called or sent to. */
export function judgeDiscovery(
  given: unknown,
  expected: { issuer: string; hasSecret: boolean; isAllowed: (url: string) => boolean },
): DiscoveryJudgement {
  const document = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  const text = (name: string) => {
    const value = document[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const list = <Absent>(name: string, absent: Absent): string[] | Absent => {
    const value = document[name]
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : absent
  }
  const issuer = text('issuer')
  if (issuer === null)
    return refuse('The answer is not an OpenID Connect discovery document.', 'Check the issuer address.')
  if (issuer !== expected.issuer)
    return refuse(
      `The provider calls itself ${issuer}, not ${expected.issuer}.`,
      'Enter the issuer exactly as the provider writes it, including a slash at the end.',
    )
  const [authorizationEndpoint, tokenEndpoint, jwksUri] = [
    text('authorization_endpoint'),
    text('token_endpoint'),
    text('jwks_uri'),
  ]
  if (authorizationEndpoint === null || tokenEndpoint === null || jwksUri === null)
    return refuse(
      'The discovery document lacks the authorization endpoint, the token endpoint or the keys.',
      'Use a provider that supports the authorization code flow.',
    )
  const [userinfoEndpoint, endSessionEndpoint] = [text('userinfo_endpoint'), text('end_session_endpoint')]
  const endpoints = [authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint, endSessionEndpoint]
  const blocked = endpoints.find((url) => url !== null && !expected.isAllowed(url))
  if (blocked) return refuse(`The endpoint ${blocked} is not allowed.`, 'Endpoints must use https.')
  const challenges = list('code_challenge_methods_supported', null)
  if (challenges !== null && !challenges.includes('S256'))
    return refuse(
      'The provider does not support PKCE with S256.',
      'Turn on PKCE with S256 at the provider, or use another provider.',
    )
  const algorithms = list('id_token_signing_alg_values_supported', ['RS256']).filter((name) =>
    asymmetric.test(name),
  )
  if (algorithms.length === 0)
    return refuse(
      'The provider signs ID tokens with no supported algorithm.',
      'Let it sign ID tokens with RS256, PS256, ES256 or EdDSA.',
    )
  const methods = list('token_endpoint_auth_methods_supported', ['client_secret_basic'])
  const clientAuthentication = expected.hasSecret ? chooseSecretMethod(methods) : 'none'
  if (clientAuthentication === null)
    return refuse(
      `The provider accepts clients only by ${methods.join(', ')}.`,
      'Let it accept client_secret_basic or client_secret_post.',
    )
  return {
    ok: true,
    discovery: {
      ...{ issuer, authorizationEndpoint, tokenEndpoint, jwksUri, userinfoEndpoint, endSessionEndpoint },
      ...{ algorithms, clientAuthentication },
      announcesPkce: challenges !== null,
      sendsIssuer: document.authorization_response_iss_parameter_supported === true,
    },
  }
}

function chooseSecretMethod(methods: readonly string[]): 'client_secret_basic' | 'client_secret_post' | null {
  if (methods.includes('client_secret_basic')) return 'client_secret_basic'
  return methods.includes('client_secret_post') ? 'client_secret_post' : null
}

function refuse(fault: string, hint: string): DiscoveryJudgement {
  return { ok: false, fault, hint }
}
