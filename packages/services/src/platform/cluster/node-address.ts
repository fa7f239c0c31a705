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

/** Addresses that the environment allows despite the rules. */
export function exemptOf(ctx: { sourceAddresses?: AddressExemption | undefined }): AddressExemption {
  return ctx.sourceAddresses ?? nothingExempt
}

/** Whether a node may be connected to: its address as written, and what its name resolves to at each connection. */
export interface NodeGate {
  /** Why nothing is sent there. Null: allowed. */
  fault: string | null
  lookup: LookupFunction
}

/** The rules that sources follow too. */
export function gateOf(url: string, exempt: AddressExemption): NodeGate {
  return { fault: explainTarget(url, exempt), lookup: checkedLookup(exempt) }
}

/**
 * The same for a registered node. One with a loopback address was accepted earlier, by the rules or by the operator of
 * the machine; a name that only resolves to it was not.
 */
export function gateOfRegistered(url: string, exempt: AddressExemption): NodeGate {
  const { hostname } = new URL(url)
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
  return gateOf(url, isLocal ? anyExempt(exempt, loopbackExempt) : exempt)
}

/** @throws ServiceError `invalid` for forbidden addresses, even where nodes that are down are accepted. */
export function requireAllowedNodes(nodes: readonly { url: string }[], exempt: AddressExemption): void {
  const faults = nodes.flatMap(({ url }) => gateOf(url, exempt).fault ?? [])
  if (faults.length === 0) return
  throw new ServiceError('invalid', [...new Set(faults)].join(' '), { hint: addressHint })
}

export const addressHint =
  'Enter another address. FROSTLINE_SOURCE_ADDRESSES allows addresses of the machine itself.'
