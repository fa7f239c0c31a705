import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

interface Range {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

function readRange(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return null
  const most = version === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null
  const count = bits === undefined ? most : Number(bits)
  return count > most ? null : { address, family: version === 4 ? 'ipv4' : 'ipv6', bits: count }
}

/** Addresses and CIDR ranges from which a token may be used. Empty: any. */
export const allowedAddressesSchema = z
  .array(
    z
      .string()
      .trim()
      .max(50)
      .refine((text) => readRange(text) !== null, 'Enter an address or a range such as 10.0.0.0/8.'),
  )
  .max(50)

/** @param address in canonical form, as the front passes it on; null: unknown. */
export function isAddressAllowed(address: string | null, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  if (address === null) return false
  return listOf(allowed).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether all addresses of the one list are in the other. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true
  if (inner.length === 0) return false
  const ranges = outer.flatMap((text) => readRange(text) ?? [])
  return inner.every((text) => {
    const range = readRange(text)
    return (
      range !== null &&
      ranges.some(
        (each) => each.family === range.family && each.bits <= range.bits && rangeHas(each, range.address),
      )
    )
  })
}

function rangeHas({ address, bits, family }: Range, other: string): boolean {
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  return list.check(other, family)
}

function listOf(allowed: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of allowed) {
    const range = readRange(text)
    if (range) list.addSubnet(range.address, range.bits, range.family)
  }
  return list
}
