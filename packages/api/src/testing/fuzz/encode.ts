import type { ListedProcedure } from '../../list-procedures.ts'
import type { Draw } from './draw.ts'
import { hostileText, hostileValue } from './hostile.ts'
import { toWire } from './wire.ts'

export interface RawRequest {
  method: string
  /** The raw path. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Encoded like our pages do, and sometimes only similarly. */
export function encodeTrpc({ path, type }: ListedProcedure, input: unknown, draw: Draw): RawRequest {
  const envelope = encodeEnvelope(input, draw)
  const batched = draw.chance(0.3)
  const body = batched ? `{"0":${envelope}}` : envelope
  const asPost = type === 'mutation' || draw.chance(0.3)
  const at = `/api/trpc/${path}${batched ? '?batch=1' : ''}`
  if (asPost) return { method: 'POST', path: at, headers: { 'content-type': 'application/json' }, body }
  const separator = batched ? '&' : '?'
  return {
    method: 'GET',
    path: `${at}${separator}input=${encodeURIComponent(body)}`.slice(0, 14_000),
    headers: {},
  }
}

function encodeEnvelope(input: unknown, draw: Draw): string {
  const usual = toWire(input).whole
  if (draw.chance(0.9)) return usual
  const meta = draw.pick<unknown>([
    { values: { a: ['Date'] } },
    { values: { __proto__: ['map'] } },
    { values: [['custom', 'x']] },
    { values: { '': ['bigint'] }, v: 1e308 },
    { referentialEqualities: { constructor: ['prototype'] } },
    { values: 'x' },
    hostileText(draw),
    JSON.parse(toWire(hostileValue(draw)).json),
  ])
  return draw.pick([
    `{"json":${toWire(input).json},"meta":${JSON.stringify(meta) ?? 'null'}}`,
    usual.slice(0, -1),
    'null',
    '[]',
    '"x"',
    '',
    '{"json":',
    `{"json":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  ])
}

/** By the operation of the OpenAPI document: fields go into the path, the query or the body. */
export function encodeRest(
  operation: { method: string; path: string },
  input: unknown,
  draw: Draw,
): RawRequest {
  const fields = typeof input === 'object' && input !== null ? { ...(input as Record<string, unknown>) } : {}
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = toText(fields[name])
    delete fields[name]
    return draw.chance(0.05)
      ? draw.pick(['%ZZ', '%00', '%', '%c0%ae', '..%2f..', '%ed%a0%80'])
      : encodeLoosely(text)
  })
  const at = `/api/v1${path}`
  if (operation.method === 'GET' || operation.method === 'DELETE') {
    const query = Object.entries(fields).map(
      ([key, value]) => `${encodeLoosely(key)}=${encodeLoosely(toText(value))}`,
    )
    return {
      method: operation.method,
      path: `${at}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 14_000),
      headers: {},
    }
  }
  const usual = toWire(fields).json
  const body = draw.chance(0.95)
    ? usual
    : draw.pick(['', '[]', 'null', '{', usual.slice(0, -1), '"x"', '\0', '{"a":1}{'])
  const type = draw.chance(0.97)
    ? 'application/json'
    : draw.pick(['text/plain', 'application/xml', 'x', 'application/x-www-form-urlencoded'])
  return { method: operation.method, path: at, headers: { 'content-type': type }, body }
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? toWire(value).json : String(value)
}

const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A lone surrogate cannot be encoded in a URL: it is sent as the bytes of a careless program. */
function encodeLoosely(text: string): string {
  const marked = text.slice(0, 3_000).replaceAll(loneSurrogates, '\ufffd')
  return encodeURIComponent(marked).replaceAll('%EF%BF%BD', '%ED%A0%80')
}
