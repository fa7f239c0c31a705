import { CliError } from '../exit-codes.ts'
import type { Context, ContextFile } from './context-file.ts'

/** The option wins over the environment, and the environment over the current context. */
export function findContext(
  env: Readonly<Record<string, string | undefined>>,
  wanted: string | undefined,
  read: () => ContextFile,
): Context {
  const { FROSTLINE_URL: url, FROSTLINE_TOKEN: token } = env
  if (wanted === undefined && (url || token)) {
    if (!url || !token)
      throw new CliError(
        'usage',
        `${url ? 'FROSTLINE_TOKEN' : 'FROSTLINE_URL'} is not set.`,
        'Set both FROSTLINE_URL and FROSTLINE_TOKEN, or neither.',
      )
    return { url: readUrl(url), token }
  }
  const { current, contexts } = read()
  const name = wanted ?? env.FROSTLINE_CONTEXT ?? current
  const found = name === null ? undefined : contexts[name]
  if (found) return found
  const names = Object.keys(contexts)
  if (names.length === 0 && wanted === undefined)
    throw new CliError(
      'refused',
      'You are not logged in.',
      'Run `frostline login https://your-console`, or set FROSTLINE_URL and FROSTLINE_TOKEN.',
    )
  throw new CliError(
    'usage',
    name === null ? 'No context is chosen.' : `There is no context ${name}.`,
    names.length > 0 ? `Choose one of: ${names.join(', ')}.` : 'Run `frostline login` first.',
  )
}

/** An address of a console as a person gives it: without a scheme it is https, except on this machine. */
export function readUrl(given: string): string {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(given)
  const text = /^[a-z]+:\/\//i.test(given) ? given : `${local ? 'http' : 'https'}://${given}`
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new CliError('usage', `${given} is not an address.`, 'Such as https://frostline.example.com.')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new CliError(
      'usage',
      `${given} is not an address of a console.`,
      'It starts with https:// or http://.',
    )
  if (url.username || url.password)
    throw new CliError(
      'usage',
      'The address contains a user name or a password.',
      'Log in with an API token.',
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether a token would cross a network unencrypted. */
export function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
