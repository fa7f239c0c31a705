import type { LookupFunction } from 'node:net'
import { ServiceError } from '../base/service-error.ts'
import { checkedLookup } from '../net/checked-lookup.ts'
import {
  type AddressExemption,
  anyExempt,
  explainTarget,
  loopbackExempt,
  nothingExempt,
} from '../net/explain-address.ts'

/** What the environment allows although it is refused else. */
export function exemptOf(ctx: { sourceAddresses?: AddressExemption | undefined }): AddressExemption {
  return ctx.sourceAddresses ?? nothingExempt
}

/** Whether a node may be connected to: its address as it is written, and what its name leads to at each connection. */
export interface NodeGate {
  /** Why nothing is sent there. Null: it may be. */
  fault: string | null
  lookup: LookupFunction
}

/** The rules that sources follow too. */
export function gateOf(url: string, exempt: AddressExemption): NodeGate {
  return { fault: explainTarget(url, exempt), lookup: checkedLookup(exempt) }
}

/**
 * The same for a node that is registered. One that is written as the machine itself was let in before, by the rules or by
 * whoever runs the machine; a name that only leads there was not.
 */
export function gateOfRegistered(url: string, exempt: AddressExemption): NodeGate {
  const { hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  return gateOf(url, isLocal ? anyExempt(exempt, loopbackExempt) : exempt)
}

/** @throws ServiceError `invalid` for addresses that the rules refuse, also where nodes that are down are accepted. */
export function requireAllowedNodes(nodes: readonly { url: string }[], exempt: AddressExemption): void {
  const faults = nodes.flatMap(({ url }) => gateOf(url, exempt).fault ?? [])
  if (faults.length === 0) return
  throw new ServiceError('invalid', [...new Set(faults)].join(' '), { hint: addressHint })
}

export const addressHint =
  'Enter another address. FROSTLINE_SOURCE_ADDRESSES allows addresses of the machine itself.'
