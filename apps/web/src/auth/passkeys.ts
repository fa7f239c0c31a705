type Outcome = 'done' | 'cancelled' | 'unsupported' | 'refused' | 'disabled' | 'password' | 'limit' | 'away'

/** The library that talks to authenticators is loaded when it is used. */
const loadAuthenticator = () => import('@simplewebauthn/browser')

/** Signs in with a passkey that the authenticator offers. */
export async function signInWithPasskey(): Promise<Outcome> {
  const asked = await send('GET', 'generate-authenticate-options')
  if (asked.status !== 200) return outcomeOf(asked.status)
  const { browserSupportsWebAuthn, startAuthentication } = await loadAuthenticator()
  if (!browserSupportsWebAuthn()) return 'unsupported'
  try {
    const optionsJSON = asked.body as Parameters<typeof startAuthentication>[0]['optionsJSON']
    const response = await startAuthentication({ optionsJSON })
    return outcomeOf((await send('POST', 'verify-authentication', { response })).status)
  } catch {
    return 'cancelled'
  }
}

/** Creates a passkey for the signed-in person, who proves it by the password. */
export async function addPasskey(name: string, password: string): Promise<Outcome> {
  const { browserSupportsWebAuthn, startRegistration } = await loadAuthenticator()
  if (!browserSupportsWebAuthn()) return 'unsupported'
  const asked = await send('POST', 'generate-register-options', { password })
  if (asked.status === 400) return 'password'
  if (asked.status === 403) return 'refused'
  if (asked.status !== 200) return outcomeOf(asked.status)
  try {
    const optionsJSON = asked.body as Parameters<typeof startRegistration>[0]['optionsJSON']
    const response = await startRegistration({ optionsJSON })
    return outcomeOf((await send('POST', 'verify-registration', { response, name })).status)
  } catch {
    return 'cancelled'
  }
}

export function explainPasskeyFailure(outcome: Exclude<Outcome, 'done'>): string {
  return {
    cancelled: 'The passkey was not used. It was cancelled, timed out, or exists already.',
    unsupported: 'This browser supports passkeys only over HTTPS or on localhost.',
    refused: 'This passkey is not accepted. It may have been removed, or single sign-on is enforced.',
    disabled: 'This account is disabled. Contact an admin.',
    password: 'The password is incorrect.',
    limit: 'Too many attempts. Wait five minutes, then try again.',
    away: 'The console is not responding. Try again.',
  }[outcome]
}

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'done'
  if (status === 429) return 'limit'
  if (status === 403) return 'disabled'
  return status >= 400 && status < 500 ? 'refused' : 'away'
}

async function send(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  try {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`/api/auth/passkey/${path}`, { method, headers, ...init })
    return { status: response.status, body: await response.json().catch(() => null) }
  } catch {
    return { status: 0, body: null }
  }
}
