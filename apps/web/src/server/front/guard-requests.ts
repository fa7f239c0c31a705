import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { policyOf, policyOfRefusals, securityHeaders } from '../../security/security-headers.ts'
import { type AddressRanges, findClientAddress } from './find-client-address.ts'
import type { Refusal, RefusalReason } from './refusals.ts'

export interface FrontRules {
  /** The request header that passes on the client's address. */
  addressHeader: string
  trustedProxies: AddressRanges
  /** The public address is https: browsers are told never to use anything else. */
  https: boolean
  /**
   * Maximum of any endpoint. Endpoints that read a body themselves count it too, as a body may come without a length.
   */
  maxBodyBytes: number
  /** For headers and body together. A response has no limit. */
  requestTimeoutMs: number
  /** How long an unread body is drained, so that a client that is still sending gets its response. */
  lingerMs: number
  onRefusal: (refusal: Refusal) => void
}

/**
 * Guards every HTTP server of this process, from its next request on. Next.js has no hook there: it trusts anybody's
 * X-Forwarded-For, and passes a request on without checking its length.
 *
 * @returns ends it for servers that have had no request yet.
 */
export function guardRequests(rules: FrontRules): () => void {
  const guarded = new WeakSet<Server>()
  const guard = (message: unknown) => {
    const { server } = message as { server: Server }
    if (guarded.has(server)) return
    guarded.add(server)
    server.requestTimeout = rules.requestTimeoutMs
    server.headersTimeout = rules.requestTimeoutMs
    const inner = server.listeners('request')
    server.removeAllListeners('request')
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      endUnparsed(error, socket, rules),
    )
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (admit(request, response, rules))
        for (const listener of inner) listener.call(server, request, response)
    })
  }
  // Node publishes this before the server handles the request.
  subscribe('http.server.request.start', guard)
  return () => void unsubscribe('http.server.request.start', guard)
}

function admit(request: IncomingMessage, response: ServerResponse, rules: FrontRules): boolean {
  passAddressOn(request, rules)
  // Next.js would redirect to the host in an absolute URL, which HTTP lets any client send.
  request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  const policy = policyOf(request.url ?? '')
  if (policy !== null) response.setHeader('content-security-policy', policy)
  if (rules.https) response.setHeader('strict-transport-security', 'max-age=31536000')
  response.once('finish', () => endUnread(request, rules.lingerMs))
  const refusal = explainRefusal(request, rules)
  if (!refusal) return true
  const [status, message, reason] = refusal
  rules.onRefusal({
    ...{ reason, status, method: request.method, path: request.url },
    address: String(request.headers[rules.addressHeader] ?? '') || null,
  })
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-security-policy': policyOfRefusals,
  })
  response.end(JSON.stringify({ message }))
  return false
}

function passAddressOn(request: IncomingMessage, rules: FrontRules): void {
  const { headers, socket } = request
  const claimed = headers['x-forwarded-for']
  const forwarded = Array.isArray(claimed) ? claimed.join(',') : claimed
  const address = findClientAddress(socket.remoteAddress, forwarded, rules.trustedProxies)
  headers['x-forwarded-for'] = address ?? ''
  headers[rules.addressHeader] = address ?? ''
}

/** Only endpoints under /api read bodies. Next.js would buffer that of a page for the proxy. */
function explainRefusal(
  request: IncomingMessage,
  rules: FrontRules,
): [number, string, RefusalReason] | undefined {
  const length = Number(request.headers['content-length'] ?? 0)
  if (length > rules.maxBodyBytes) return [413, 'The request is too large.', 'body-too-large']
  if (!isReadable(request.url ?? ''))
    return [
      400,
      'The URL is not valid. Encode a percent sign as %25 and other characters as UTF-8.',
      'unreadable-address',
    ]
  if (/^\/api\//.test(request.url ?? '')) return undefined
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return [405, 'Pages accept only GET and HEAD requests.', 'method']
  const hasBody = length > 0 || request.headers['transfer-encoding'] !== undefined
  return hasBody ? [400, 'Pages accept no request body.', 'body-of-page'] : undefined
}

/** Next.js fails on others before our code sees them. No name contains NUL. */
function isReadable(url: string): boolean {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return !path.includes('\0')
  } catch {
    return false
  }
}

function endUnread(request: IncomingMessage, lingerMs: number): void {
  if (request.complete) return
  request.resume()
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  request.once('close', () => clearTimeout(timer))
}

const unparsedAnswers: Readonly<Record<string, [number, string, RefusalReason]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'malformed'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'too-slow'],
}

/**
 * What Node.js could not parse as HTTP: two lengths, a length with chunked encoding, headers without an end. It
 * responds by itself only while there is no listener. A closed connection was no request.
 */
function endUnparsed(error: NodeJS.ErrnoException, socket: Socket, rules: FrontRules): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, text, reason] = unparsedAnswers[error.code ?? ''] ?? [400, 'Bad Request', 'malformed']
  rules.onRefusal({
    ...{ reason, status, method: undefined, path: undefined },
    address: findClientAddress(socket.remoteAddress, undefined, rules.trustedProxies),
  })
  const lines = Object.entries({ ...securityHeaders, 'content-security-policy': policyOfRefusals })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\n${lines}\r\n`, () => socket.destroy())
}
