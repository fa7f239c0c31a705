import { CliError, type ExitName } from '../exit-codes.ts'
import type { Operations } from './operations.ts'

export type { Operations } from './operations.ts'
export type OperationName = keyof Operations
export type Answer<Name extends OperationName> = Operations[Name]['answer']

type IfGiven<Part, Key extends string> =
  Part extends Record<string, never> ? unknown : undefined extends Part ? unknown : Record<Key, Part>
type Request<Name extends OperationName> = IfGiven<Operations[Name]['path'], 'path'> & {
  query?: Operations[Name]['query']
} & (Operations[Name]['body'] extends undefined ? unknown : { body: Operations[Name]['body'] })

export interface Api {
  readonly url: string
  call<Name extends OperationName>(name: Name, request: Request<Name>): Promise<Answer<Name>>
}

/** A dry run of a large table reads every node. */
const timeoutMs = 180_000

/** Sends requests to the REST API with this token. Every failure is a CliError that says what to do next. */
export function createApi(options: { url: string; token: string; fetch: typeof fetch }): Api {
  const { url, token } = options
  return {
    url,
    async call(name, request) {
      const { path = {}, query = {}, body } = request as LooseRequest
      const [method = 'GET', template = ''] = name.split(' ')
      const answer = await send(options.fetch, toAddress(url, template, path, query), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // A token is sent to the address that it was given for, and to no other.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return readAnswer(url, answer)
    },
  }
}

interface LooseRequest {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export function toAddress(
  url: string,
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => toSegment(name, path[name] ?? ''))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  const search = parameters.size === 0 ? '' : `?${parameters}`
  return `${url.replace(/\/+$/, '')}/api/v1${filled}${search}`
}

/** "." and ".." would lead to the address of another operation. */
function toSegment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new CliError('usage', `The ${name} “${value}” is not valid.`, null)
  return encodeURIComponent(value)
}

interface Received {
  response: Response
  /** The whole body. */
  text: string
}

/** A console that ends while it answers is unreachable, too. */
async function send(fetch: typeof globalThis.fetch, address: string, init: RequestInit): Promise<Received> {
  try {
    const response = await fetch(address, init)
    return { response, text: await response.text() }
  } catch (error) {
    const { origin } = new URL(address)
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new CliError('unreachable', `${origin} did not answer within three minutes.`, 'Try again later.')
    throw new CliError('unreachable', `Cannot reach ${origin}: ${explain(error)}.`, adviseOn(error))
  }
}

function explain(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AggregateError) return explain(cause.errors[0])
  return cause instanceof Error ? cause.message : String(cause)
}

function adviseOn(error: unknown): string {
  if (/certificate|self.signed/i.test(explain(error)))
    return 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of your authority.'
  return 'Check the address with `frostline contexts`, and that the console runs.'
}

const byStatus: Record<number, Exclude<ExitName, 'ok'>> = {
  400: 'usage',
  401: 'refused',
  403: 'refused',
  409: 'refused',
  413: 'usage',
  422: 'refused',
  429: 'unreachable',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
}

const hints: Record<number, string> = {
  401: 'Create a token under API tokens in the console, then run `frostline login`.',
  403: 'Use a token with a higher role, or ask an admin.',
  429: 'Try again in a minute.',
  503: 'Try again in a minute.',
}

function readAnswer(url: string, { response, text }: Received): never {
  const body = parseJson(text)
  if (response.ok && body !== undefined) return body as never
  if (response.status >= 300 && response.status < 400)
    throw new CliError(
      'unreachable',
      `${url} redirects to ${response.headers.get('location') ?? 'another address'}.`,
      'Log in with that address.',
    )
  const exit = byStatus[response.status] ?? 'failed'
  if (!isApiError(body))
    throw new CliError(
      response.ok || response.status === 404 ? 'unreachable' : exit,
      `${url} did not answer as the API of Frostline (status ${response.status}).`,
      'Check the address: it is the one of the console, without /api.',
    )
  throw new CliError(exit, body.message, body.hint ?? hints[response.status] ?? null, body.code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isApiError(body: unknown): body is { code: string; message: string; hint: string | null } {
  return typeof body === 'object' && body !== null && 'message' in body && 'code' in body
}
