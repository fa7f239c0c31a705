import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { deriveSigningKey, renderCanonicalRequest, renderStringToSign, sign } from '../protocol/sigv4.ts'
import { encodeUri } from '../protocol/uri-encoding.ts'
import { ACCESS_KEY_ID, SECRET_ACCESS_KEY } from './test-store.ts'

/** A request exactly as sent; what is not given is what a correct client would send. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly query?: readonly (readonly [string, string])[]
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** x-amz-content-sha256: of the body unless given. */
  readonly payloadHash?: string
  readonly timeMs?: number
  /** Headers to leave out of the signature. */
  readonly unsigned?: readonly string[]
  /** Disconnects after this time without a response. */
  readonly timeoutMs?: number
  /** Changes the headers after they are signed. */
  readonly tamper?: (headers: Record<string, string>) => void
}

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Signing data: the start of a chain of chunk signatures. */
export interface Seed {
  readonly timestamp: string
  readonly scope: { readonly date: string; readonly region: string; readonly service: string }
  readonly signingKey: Buffer
  readonly signature: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/**
 * Sends requests that no SDK would, quickly. Signs them with the store's own signing module, which is verified with
 * test vectors.
 */
export async function sendRaw(
  endpoint: string,
  raw: RawRequest,
  makeBody?: (seed: Seed) => Uint8Array,
): Promise<RawResponse> {
  const { host, hostname, port } = new URL(endpoint)
  const timestamp = formatTimestamp(raw.timeMs ?? Date.now())
  const scope = { date: timestamp.slice(0, 8), region: 'us-east-1', service: 's3' }
  const payloadHash =
    raw.payloadHash ??
    createHash('sha256')
      .update(raw.body ?? '')
      .digest('hex')
  const headers: Record<string, string> = {
    host,
    'x-amz-date': timestamp,
    'x-amz-content-sha256': payloadHash,
    ...raw.headers,
  }
  const signedHeaders = Object.keys(headers)
    .filter((name) => !raw.unsigned?.includes(name))
    .sort()
  const canonical = renderCanonicalRequest({
    method: raw.method,
    path: raw.path,
    query: raw.query ?? [],
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    signedHeaders,
    payloadHash,
  })
  const signingKey = deriveSigningKey(SECRET_ACCESS_KEY, scope)
  const signature = sign(signingKey, renderStringToSign(timestamp, scope, canonical))
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/${scope.date}/us-east-1/s3/aws4_request, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`
  const body = makeBody?.({ timestamp, scope, signingKey, signature }) ?? raw.body
  if (body && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    headers['content-length'] = String(body.length)
  }
  raw.tamper?.(headers)
  const query = (raw.query ?? []).map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`).join('&')
  const path = encodeUri(raw.path, true) + (query === '' ? '' : `?${query}`)
  return exchange({ hostname, port, path, method: raw.method, headers }, body, raw.timeoutMs)
}

/** One HTTP exchange without any signing. */
export function exchange(
  options: { hostname: string; port: string; path: string; method: string; headers: Record<string, string> },
  body?: Uint8Array,
  timeoutMs?: number,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, agent, setHost: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      )
    })
    sent.on('error', reject)
    if (timeoutMs !== undefined) sent.setTimeout(timeoutMs, () => sent.destroy(new Error('timeout')))
    sent.end(body)
  })
}

/** Code of an error document, or '' if the body is none. */
export function readErrorCode({ body }: RawResponse): string {
  return /<Error><Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? ''
}

function formatTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
