import { z } from 'zod'

export type NodeUrlResult = { ok: true; url: string } | { ok: false; problem: string }

/**
 * An address of ClickHouse's HTTP interface in its stored form: `http(s)://host[:port]`, lower case, no trailing slash.
 * A bare `host:port` means http.
 */
export function normalizeNodeUrl(text: string): NodeUrlResult {
  const trimmed = text.trim()
  if (trimmed === '') return problem('The address is empty.')
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  let url: URL
  try {
    url = new URL(withScheme)
  } catch {
    return problem('This is not a valid address. Use https://host:8443 or http://host:8123.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return problem(
      'The scheme must be http or https, because Frostline uses the HTTP interface of ClickHouse.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    return problem('The address contains credentials. Enter user and password in their own fields.')
  }
  if (url.hostname === '') return problem('The address has no host.')
  if (url.port === '0') return problem('Port 0 is not a valid port.')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return problem('The address has a path or a query. Enter only scheme, host and port.')
  }
  return { ok: true, url: url.origin }
}

function problem(text: string): NodeUrlResult {
  return { ok: false, problem: text }
}

export const nodeUrlSchema = z
  .string()
  .max(2_048)
  .transform((text, check) => {
    const result = normalizeNodeUrl(text)
    if (result.ok) return result.url
    check.addIssue({ code: 'custom', message: result.problem })
    return z.NEVER
  })
