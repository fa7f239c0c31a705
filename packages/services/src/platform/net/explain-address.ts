import { BlockList, isIP } from 'node:net'

/**
 * IPv6 ranges that embed an IPv4 address to which the network forwards: the first groups, and the offset of the
 * address.
 */
const carriers: readonly { starts: readonly number[]; at: number; inverted?: boolean }[] = [
  // IPv4-mapped and IPv4-compatible.
  { starts: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { starts: [0, 0, 0, 0, 0, 0], at: 6 },
  { starts: [0, 0, 0, 0, 0xffff, 0], at: 6 },
  // NAT64, well-known and local (RFC 6052, 8215), 6to4 (RFC 3056), Teredo with server and client (RFC 4380).
  { starts: [0x64, 0xff9b], at: 6 },
  { starts: [0x2002], at: 1 },
  { starts: [0x2001, 0], at: 2 },
  { starts: [0x2001, 0], at: 6, inverted: true },
]

/** Every address where a packet to this one may end: itself, without its zone, and each embedded one. */
function listReached(address: string): string[] {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) !== 6) return [plain]
  const groups = readGroups(plain)
  const isatap = (groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe
  const fitting = carriers.filter(({ starts }) => starts.every((group, index) => groups[index] === group))
  const places = isatap ? [...fitting, { at: 6, inverted: false }] : fitting
  const carried = places.map(({ at, inverted }) => readIpv4(groups.slice(at, at + 2), inverted === true))
  // Loopback and the unspecified address look like IPv4-compatible ones.
  return [plain, ...carried.filter((ipv4) => !/^0\.0\.0\.[01]$/.test(ipv4))]
}

function readIpv4(groups: readonly number[], inverted: boolean): string {
  const bytes = groups.flatMap((group) => [group >>> 8, group & 0xff])
  return bytes.map((byte) => (inverted ? byte ^ 0xff : byte)).join('.')
}

/** The eight groups; the URL parser knows every way to write them. */
function readGroups(ipv6: string): number[] {
  const [left = '', right] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(left), read(right ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/**
 * Addresses that are always blocked, whatever an admin enters: services of the host itself and cloud metadata services.
 * Private networks are allowed, since receivers, stores and nodes usually are in them.
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

/** Blocked addresses that the environment of a process allows. */
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

/** Why nothing is sent to this address; null when allowed. */
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

/** Union of several. */
export function anyExempt(...lists: readonly AddressExemption[]): AddressExemption {
  return { check: (address, family) => lists.some((list) => list.check(address, family)) }
}

/** What a URL alone shows; its host is resolved and checked again at each connection. */
export function explainTarget(url: string, exempt: AddressExemption): string | null {
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is not http or https.`
  if (username !== '' || password !== '')
    return 'The address contains a user or a password. Enter them separately.'
  return explainLiteralHost(hostname, exempt)
}

/** A literal address is connected to without a lookup. */
function explainLiteralHost(hostname: string, exempt: AddressExemption): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : explainAddress(host, exempt)
}
