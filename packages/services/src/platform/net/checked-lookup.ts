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
 * Resolves a host like the system and rejects forbidden addresses. The connection uses the address that was checked, so
 * that a changed DNS name has no effect.
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
