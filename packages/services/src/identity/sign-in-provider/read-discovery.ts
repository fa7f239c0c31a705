import { type DiscoveryJudgement, judgeDiscovery } from '@frostline/domain'
import { checkedFetch } from '../../platform/net/checked-fetch.ts'
import { type AddressExemption, explainTarget } from '../../platform/net/explain-address.ts'

/**
 * What a provider publishes about itself, judged.
 * @param exempt addresses of the console's own machine that may be called. A provider cannot name others as its endpoints.
 */
export async function readDiscovery(
  issuer: string,
  hasSecret: boolean,
  exempt: AddressExemption,
): Promise<DiscoveryJudgement> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const response = await checkedFetch(url, { headers: { accept: 'application/json' } }, exempt)
    if (!response.ok)
      return {
        ok: false,
        fault: `${url} answers with HTTP ${response.status}.`,
        hint: 'Check the issuer address.',
      }
    const document: unknown = await response.json().catch(() => undefined)
    return judgeDiscovery(document, { issuer, hasSecret, isAllowed: (url) => isAllowedEndpoint(url, exempt) })
  } catch (error) {
    return {
      ok: false,
      fault: `${url} is not reachable: ${error instanceof Error ? error.message : String(error)}`,
      hint: 'Check the address, and whether the console may connect to it.',
    }
  }
}

/** https anywhere that is not blocked, http only on the machine of the console. */
export function isAllowedEndpoint(url: string, exempt: AddressExemption): boolean {
  if (!URL.canParse(url) || explainTarget(url, exempt) !== null) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
