import { randomBytes } from 'node:crypto'

/** Next.js bundles this module several times in one process, and all of them need the same name. */
const kept = globalThis as typeof globalThis & { frostlineAddressHeader?: string }

/**
 * The request header in which the front tells the address of the caller. Its name is drawn anew in each process: nobody
 * outside can send it, not even before the front stands.
 */
export function addressHeader(): string {
  kept.frostlineAddressHeader ??= `x-frostline-address-${randomBytes(16).toString('hex')}`
  return kept.frostlineAddressHeader
}
