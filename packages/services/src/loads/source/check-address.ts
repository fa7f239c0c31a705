import type { Transaction } from '@frostline/db'
import { compilePattern } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type AddressExemption, explainTarget } from '../../platform/net/explain-address.ts'

/** Where requests of a source go. Amazon's endpoint follows from the region. */
export function endpointUrl(source: { endpoint: string; region: string }): string {
  return source.endpoint === '' ? `https://s3.${source.region}.amazonaws.com` : source.endpoint
}

/**
 * Checks of an endpoint before anything is sent: scheme, credentials, path, the admin's host rules, and a literal
 * address. A name is resolved and checked again at each connection.
 * @returns why it is rejected; null when allowed.
 */
export function explainEndpoint(
  source: { endpoint: string; region: string },
  allowedHosts: readonly string[],
  exempt: AddressExemption,
): string | null {
  const text = endpointUrl(source)
  if (!URL.canParse(text)) return 'The endpoint is not an address such as https://s3.example.com.'
  const fault = explainTarget(text, exempt)
  if (fault) return fault
  const url = new URL(text)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return 'The endpoint has a path or a query. Enter only scheme, host and port.'
  if (allowedHosts.length === 0 || allowedHosts.some((pattern) => matchesHost(pattern, url))) return null
  return `The rules for sources do not allow the host ${url.host}.`
}

/** A pattern with a port matches that port only. */
export function matchesHost(pattern: string, url: URL): boolean {
  const fits = compilePattern(pattern.toLowerCase())
  return fits(url.host) || fits(url.hostname)
}

export async function readAllowedHosts(tx: Transaction): Promise<string[]> {
  const row = await tx.sourceRules.findUnique({ where: { id: 1 } })
  return row?.allowedHosts ?? []
}

/** @throws ServiceError `invalid` */
export async function requireAllowedEndpoint(
  tx: Transaction,
  source: { endpoint: string; region: string },
  exempt: AddressExemption,
): Promise<void> {
  const fault = explainEndpoint(source, await readAllowedHosts(tx), exempt)
  if (fault)
    throw new ServiceError('invalid', fault, {
      hint: 'Enter another endpoint, or ask an admin to change the rules for sources.',
    })
}
