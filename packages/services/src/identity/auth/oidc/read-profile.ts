import { decideRole, readGroups } from '@frostline/domain'
import type { OpenedProvider } from './opened-provider.ts'
import type { ProviderFlow } from './provider-flow.ts'

type Claims = Readonly<Record<string, unknown>>

/**
 * The claims about a person: those of the verified ID token, and those of the userinfo endpoint where the token lacks the
 * address or the groups. Decides the role with them. Null: they could not be read, and the flow says why.
 */
export async function readProfile(
  provider: OpenedProvider,
  flow: ProviderFlow,
  verified: Claims,
  accessToken: string | undefined,
): Promise<Claims | null> {
  const lacks =
    typeof verified.email !== 'string' || readGroups(verified, provider.groupsClaim).kind === 'absent'
  const further = lacks ? await readUserinfo(provider, accessToken) : {}
  // RFC: claims of another subject must not be used.
  if (further === null || (lacks && further.sub !== undefined && further.sub !== verified.sub)) {
    flow.fault = 'userinfo_unreachable'
    return null
  }
  const claims = { ...further, ...verified }
  flow.subject = String(verified.sub)
  if (typeof verified.oid === 'string') flow.objectId = verified.oid
  if (typeof claims.email === 'string') flow.email = claims.email.slice(0, 254)
  flow.emailVerified = readFlag(claims.email_verified)
  flow.groups = readGroups(claims, provider.groupsClaim)
  flow.decision = decideRole(provider.roleRules, provider.defaultRole, flow.groups)
  return claims
}

/** Some providers send texts. Undefined: the provider says nothing. */
function readFlag(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === undefined || value === null ? undefined : false
}

async function readUserinfo(
  { discovery: { userinfoEndpoint }, send }: OpenedProvider,
  accessToken: string | undefined,
): Promise<Claims | null> {
  if (userinfoEndpoint === null || accessToken === undefined) return {}
  try {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    const response = await send(userinfoEndpoint, { headers })
    const claims: unknown = response.ok ? await response.json() : null
    if (typeof claims !== 'object' || claims === null) return null
    const found = { ...claims } as Record<string, unknown>
    return typeof found.sub === 'string' ? found : null
  } catch {
    return null
  }
}
