import { BlockList, isIP } from 'node:net'

/**
 * Addresses that nothing is sent to, whatever an admin enters: services of the host itself and the metadata service
 * of clouds. Private networks are allowed, since receivers and stores usually live there.
 */
const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8, 'ipv4')
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('224.0.0.0', 3, 'ipv4')
refused.addAddress('::', 'ipv6')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
refused.addAddress('fd00:ec2::254', 'ipv6')

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Addresses that the environment of a process allows although they are refused else. */
export type AddressExemption = Pick<BlockList, 'check'>

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
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (exempt.check(plain, family)) return null
  if (refused.check(plain, family)) return `${address} is a link-local, multicast or unspecified address.`
  if (loopback.check(plain, family)) return `${address} is the machine of the console itself.`
  return null
}

/** What can be seen from a URL alone; its host is looked up and checked again at each connection. */
export function explainTarget(url: string, exempt: AddressExemption): string | null {
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is not http or https.`
  if (username !== '' || password !== '') return 'The address holds a user or a password: give them apart.'
  return explainLiteralHost(hostname, exempt)
}

/** A host that is an address is connected to without a lookup. */
export function explainLiteralHost(hostname: string, exempt: AddressExemption): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : explainAddress(host, exempt)
}
