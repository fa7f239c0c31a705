import { BlockList, isIP } from 'node:net'
import { listReached } from './list-reached.ts'

/**
 * Addresses that nothing is sent to, whatever an admin enters: services of the host itself and the metadata services
 * of clouds. Private networks are allowed, since receivers, stores and nodes usually live there.
 */
const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8, 'ipv4')
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('224.0.0.0', 3, 'ipv4')
refused.addAddress('::', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
refused.addSubnet('fec0::', 10, 'ipv6')
for (const address of ['168.63.129.16', '100.100.100.200', '192.0.0.192']) refused.addAddress(address, 'ipv4')
for (const address of ['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe'])
  refused.addAddress(address, 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses that the environment of a process allows although they are refused else. */
export interface AddressExemption {
  check(address: string, family: 'ipv4' | 'ipv6'): boolean
}

export const nothingExempt: AddressExemption = new BlockList()
/** For tests and sidecars. */
export const loopbackExempt: AddressExemption = loopback

/** Addresses and CIDR ranges, as an environment variable lists them. @throws Error for one that is neither. */
export function parseAddressRanges(ranges: readonly string[]): AddressExemption {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) throw new Error(`${range} is neither an address nor a range such as 10.0.0.0/8.`)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Why nothing is sent to this address; null when it may be. */
export function explainAddress(address: string, exempt: AddressExemption): string | null {
  for (const reached of listReached(address)) {
    const family = isIP(reached) === 6 ? 'ipv6' : 'ipv4'
    if (exempt.check(reached, family)) continue
    if (refused.check(reached, family))
      return `${address} is a link-local, multicast or unspecified address, or a metadata service.`
    if (loopback.check(reached, family)) return `${address} is the machine of the console itself.`
  }
  return null
}

/** Any of several. */
export function anyExempt(...lists: readonly AddressExemption[]): AddressExemption {
  return { check: (address, family) => lists.some((list) => list.check(address, family)) }
}

/** What can be seen from a URL alone; its host is looked up and checked again at each connection. */
export function explainTarget(url: string, exempt: AddressExemption): string | null {
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is not http or https.`
  if (username !== '' || password !== '')
    return 'The address contains a user or a password. Enter them separately.'
  return explainLiteralHost(hostname, exempt)
}

/** A host that is an address is connected to without a lookup. */
function explainLiteralHost(hostname: string, exempt: AddressExemption): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : explainAddress(host, exempt)
}
