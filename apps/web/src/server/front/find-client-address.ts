import { isIP } from 'node:net'

export interface AddressRanges {
  check(address: string, family: 'ipv4' | 'ipv6'): boolean
}

/**
 * The client address of a request: that of the socket. A trusted proxy names in X-Forwarded-For whom it forwards for.
 * Each proxy appends the address it was called from, so the list is read from the right, and the first address that is
 * no trusted proxy is the client: everything left of it is the client's own claim.
 * @returns null when the socket is closed already, or what a trusted proxy names is no address.
 */
export function findClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressRanges,
): string | null {
  const peer = readAddress(socketAddress ?? '')
  if (peer === null || !isTrusted(peer, trusted) || forwardedFor === undefined) return peer
  let nearest = peer
  for (const hop of forwardedFor.split(',').reverse()) {
    const address = readAddress(hop)
    if (address === null) return null
    nearest = address
    if (!isTrusted(address, trusted)) break
  }
  return nearest
}

function isTrusted(address: string, trusted: AddressRanges): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * An address in canonical form, also from one with a port, a zone, or as IPv4 in IPv6, as dual-stack sockets show it.
 */
function readAddress(text: string): string | null {
  const trimmed = text.trim()
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const plain = host.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%[\w.-]*$/, '')
  return isIP(plain) === 0 ? null : plain.toLowerCase()
}
