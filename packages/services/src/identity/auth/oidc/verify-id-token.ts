import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { OpenedProvider } from './opened-provider.ts'
import type { TokenFault } from './provider-flow.ts'

/** How far the clocks of the console and of a provider may differ. */
export const clockToleranceSeconds = 60

type Verified = { ok: true; claims: JWTPayload & { sub: string } } | { ok: false; fault: TokenFault }

/** Signature, issuer, audience, times and nonce of an ID token (OpenID Connect Core, 3.1.3.7). */
export async function verifyIdToken(
  provider: Pick<OpenedProvider, 'discovery' | 'clientId' | 'keys'>,
  token: string,
  nonce: string | undefined,
  now: Date,
): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, provider.keys, {
      issuer: provider.discovery.issuer,
      audience: provider.clientId,
      algorithms: provider.discovery.algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now,
    })
    const { sub, aud, azp, iat = 0 } = payload
    if (iat > now.getTime() / 1000 + clockToleranceSeconds) return { ok: false, fault: 'id_token_clock' }
    const others = Array.isArray(aud) && aud.length > 1
    if ((others || azp !== undefined) && azp !== provider.clientId)
      return { ok: false, fault: 'id_token_audience' }
    if (nonce === undefined || payload.nonce !== nonce) return { ok: false, fault: 'id_token_nonce' }
    if (typeof sub !== 'string' || sub === '') return { ok: false, fault: 'id_token_incomplete' }
    return { ok: true, claims: { ...payload, sub } }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'id_token_clock'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'id_token_audience'
    if (error.claim === 'iss') return 'id_token_issuer'
    return error.reason === 'check_failed' ? 'id_token_clock' : 'id_token_incomplete'
  }
  return error instanceof errors.JOSEError ? 'id_token_signature' : 'keys_unreachable'
}
