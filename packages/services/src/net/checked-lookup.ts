import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type AddressExemption, explainAddress } from './explain-address.ts'

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
  constructor(hostname: string, fault: string) {
    super(`${hostname} resolves to a blocked address: ${fault}`)
  }
}

/**
 * Finds a host as the system does and refuses what leads to a forbidden address. The address that was checked is the
 * one that is connected to: a name that leads elsewhere a moment later changes nothing.
 */
export function checkedLookup(exempt: AddressExemption): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const fault = addresses
        .map(({ address }) => explainAddress(address, exempt))
        .find((text) => text !== null)
      if (fault) return callback(new ForbiddenAddressError(hostname, fault), '')
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return first
        ? callback(null, first.address, first.family)
        : callback(new Error(`${hostname} has no address.`), '')
    })
  }
}
