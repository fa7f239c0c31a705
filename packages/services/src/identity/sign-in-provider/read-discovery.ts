import { type DiscoveryJudgement, judgeDiscovery } from '@frostline/domain'
import { checkedFetch } from '../../platform/net/checked-fetch.ts'
import { explainTarget, loopbackExempt } from '../../platform/net/explain-address.ts'

/** What a provider publishes about itself, judged. */
export async function readDiscovery(issuer: string, hasSecret: boolean): Promise<DiscoveryJudgement> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await checkedFetch(url, { headers: { accept: 'application/json' } }, loopbackExempt)
    if (!response.ok)
      return {
        ok: false,
        fault: `${url} answers with HTTP ${response.status}.`,
        hint: 'Check the issuer address.',
      }
    const document: unknown = await response.json().catch(() => undefined)
    return judgeDiscovery(document, { issuer, hasSecret, isAllowed: isAllowedEndpoint })
  } catch (error) {
    return {
      ok: false,
      fault: `${url} is not reachable: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'Check the address, and whether the console may connect to it.',
    }
  }
}

/** https anywhere that is not blocked, http only on the machine of the console. */
export function isAllowedEndpoint(url: string): boolean {
  if (!URL.canParse(url) || explainTarget(url, loopbackExempt) !== null) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
