import { BlockList, isIP } from 'node:net'

/**
 * Addresses that alerts are never sent to, whatever an admin enters: services of the host itself and the metadata
 * service of clouds. Private networks are allowed, since receivers usually live there.
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

/** Why nothing is sent to this address; null when it may be. `allowLoopback` is for tests and sidecars. */
export function explainAddress(address: string, allowLoopback: boolean): string | null {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  if (refused.check(plain, family)) return `${address} is a link-local, multicast or unspecified address.`
  if (!allowLoopback && loopback.check(plain, family))
    return `${address} is the machine of the worker itself.`
  return null
}

/** What can be seen from a URL alone; its host is looked up and checked again at each connection. */
export function explainTarget(url: string): string | null {
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `${protocol} is not http or https.`
  if (username !== '' || password !== '')
    return 'The address holds a user or a password: use the signing secret.'
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? null : explainAddress(host, true)
}
