import { type AddressExemption, explainAddress, explainTarget } from './explain-address.ts'

/** As explainTarget, for addresses that are secret or get one: http is only for the machine itself. */
export function explainSecureTarget(url: string, exempt: AddressExemption): string | null {
  if (!URL.canParse(url)) return 'This is no address. It begins with https://.'
  const { protocol, hostname } = new URL(url)
  const isOwn = /^(localhost|127\..*|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && !isOwn)
    return 'The address begins with http://. Enter one that begins with https://.'
  if (hostname === 'localhost') return explainAddress('127.0.0.1', exempt)
  return explainTarget(url, exempt)
}
