import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { encodeUri } from './uri-encoding.ts'

/* AWS Signature Version 4 for S3 (Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)").
    Pure: what to sign and how, for the header form, the presigned form and for the chunks of a streamed body. */

export const ALGORITHM = 'AWS4-HMAC-SHA256'
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export interface CredentialScope {
  readonly date: string
  readonly region: string
  readonly service: string
}

/** Input of a canonical request. Header values are latin1 strings, as node's HTTP parser returns them. */
export interface SignedRequest {
  readonly method: string
  /** The decoded path of the target, with its leading slash; S3 does not normalise dots or double slashes. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly signedHeaders: readonly string[]
  readonly payloadHash: string
}

function renderScope(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/${scope.service}/aws4_request`
}

export function renderCanonicalRequest(request: SignedRequest): string {
  const query = request.query
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .sort(compareEncodedPairs)
    .join('&')
  const headers = request.signedHeaders.map((name) => {
    const values = request.headers.get(name) ?? []
    return `${name}:${values.map((value) => value.trim().replace(/ +/g, ' ')).join(',')}\n`
  })
  return [
    request.method,
    encodeUri(request.path, true),
    query,
    headers.join(''),
    request.signedHeaders.join(';'),
    request.payloadHash,
  ].join('\n')
}

export function renderStringToSign(
  timestamp: string,
  scope: CredentialScope,
  canonicalRequest: string,
): string {
  // latin1: header values hold raw bytes one per character, everything else is percent-encoded ASCII.
  const digest = createHash('sha256').update(canonicalRequest, 'latin1').digest('hex')
  return `${ALGORITHM}\n${timestamp}\n${renderScope(scope)}\n${digest}`
}

export function deriveSigningKey(secretAccessKey: string, scope: CredentialScope): Buffer {
  const date = createHmac('sha256', `AWS4${secretAccessKey}`).update(scope.date).digest()
  const region = createHmac('sha256', date).update(scope.region).digest()
  const service = createHmac('sha256', region).update(scope.service).digest()
  return createHmac('sha256', service).update('aws4_request').digest()
}

export function sign(signingKey: Buffer, stringToSign: string): string {
  return createHmac('sha256', signingKey).update(stringToSign).digest('hex')
}

export function isSameSignature(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** String to sign of one chunk of a STREAMING-AWS4-HMAC-SHA256-PAYLOAD body; `chunkHash` is hex SHA-256 of its data. */
export function renderChunkStringToSign(
  timestamp: string,
  scope: CredentialScope,
  previousSignature: string,
  chunkHash: string,
): string {
  return [
    `${ALGORITHM}-PAYLOAD`,
    timestamp,
    renderScope(scope),
    previousSignature,
    EMPTY_SHA256,
    chunkHash,
  ].join('\n')
}

/** String to sign of the trailers; `trailerHash` is hex SHA-256 of `name:value\n` for each of them in order. */
export function renderTrailerStringToSign(
  timestamp: string,
  scope: CredentialScope,
  previousSignature: string,
  trailerHash: string,
): string {
  return [`${ALGORITHM}-TRAILER`, timestamp, renderScope(scope), previousSignature, trailerHash].join('\n')
}

/** Milliseconds of an ISO 8601 basic timestamp (20261121T023932Z), or null if it is not one. */
export function parseTimestamp(timestamp: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match.map(Number)
  const ms = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second)
  return Number.isNaN(ms) ? null : ms
}

// Sorted by name and then value, each compared as encoded text: comparing "a=1" with "a-b=1" whole would put '-' first.
function compareEncodedPairs(a: string, b: string): number {
  const [nameA = '', valueA = ''] = a.split('=')
  const [nameB = '', valueB = ''] = b.split('=')
  if (nameA !== nameB) return nameA < nameB ? -1 : 1
  if (valueA === valueB) return 0
  return valueA < valueB ? -1 : 1
}
