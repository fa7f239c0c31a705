import { isIP } from 'node:net'

/** Where an IPv6 address may hold an IPv4 address that the network forwards it to: the first groups, and where it begins. */
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

/** Every address that a packet to this one may end at: itself, without its zone, and each that it carries in itself. */
export function listReached(address: string): string[] {
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

/** The eight groups; the parser of URLs knows every way to write them. */
function readGroups(ipv6: string): number[] {
  const [left = '', right] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(left), read(right ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
