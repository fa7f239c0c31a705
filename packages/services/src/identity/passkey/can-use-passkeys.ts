import { isIP } from 'node:net'

/** Whether browsers create and use passkeys at this address: they need a name, and HTTPS outside of the own machine. */
export function canUsePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
