import { randomBytes } from 'node:crypto'

/** Next.js bundles this module several times in one process, and all of them need the same name. */
const kept = globalThis as typeof globalThis & { frostlineAddressHeader?: string }

/**
 * The request header with which the front passes on the client's address. Its name is random per process: nobody
 * outside can send it, not even before the front is active.
 */
export function addressHeader(): string {
  kept.frostlineAddressHeader ??= `x-frostline-address-${randomBytes(16).toString('hex')}`
  return kept.frostlineAddressHeader
}
