import http from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface TlsOptions {
  /** false accepts any certificate: for trials only. Default true. */
  rejectUnauthorized?: boolean | undefined
  /** PEM text of the certificate authorities to trust instead of the built-in ones. */
  caPem?: string | undefined
}

export interface AgentSettings {
  maxSockets: number
  /** A connection that is not established (TLS included) in this time fails as unreachable. */
  connectTimeoutMs: number
  tls?: TlsOptions | undefined
  /** Resolves the host, or rejects it, at each connection. */
  lookup?: LookupFunction | undefined
}

/** Errors of sockets that never connected: their requests were certainly not sent. */
const beforeConnect = new WeakSet<Error>()

/** True when this error ended a connection attempt (DNS, refusal, TLS, time limit), whatever its code. */
export function failedToConnect(thrown: unknown): boolean {
  return thrown instanceof Error && beforeConnect.has(thrown)
}

class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError'
  readonly code = 'CONNECT_TIMEOUT'
}

/**
 * Our own agents for two reasons: the client's built-in one cannot accept an unknown certificate, and a limit on the
 * connect phase alone distinguishes "never sent" from "sent, no response". TCP keep-alive probes run on every socket
 * (keepAlive), so that a vanished peer is noticed during an hours-long statement.
 */
export function createAgent(protocol: string, settings: AgentSettings): http.Agent | https.Agent {
  const { maxSockets, lookup } = settings
  const common = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets, ...(lookup ? { lookup } : {}) }
  if (protocol === 'http:') return new PlainAgent(common, settings.connectTimeoutMs)
  const { rejectUnauthorized = true, caPem } = settings.tls ?? {}
  const tls = { rejectUnauthorized, ...(caPem === undefined ? {} : { ca: caPem }) }
  return new TlsAgent({ ...common, ...tls }, settings.connectTimeoutMs)
}

class PlainAgent extends http.Agent {
  readonly #timeoutMs: number
  constructor(options: http.AgentOptions, timeoutMs: number) {
    super(options)
    this.#timeoutMs = timeoutMs
  }
  override createConnection(...args: Parameters<http.Agent['createConnection']>) {
    return limitConnect(super.createConnection(...args), 'connect', this.#timeoutMs)
  }
}

class TlsAgent extends https.Agent {
  readonly #timeoutMs: number
  constructor(options: https.AgentOptions, timeoutMs: number) {
    super(options)
    this.#timeoutMs = timeoutMs
  }
  override createConnection(...args: Parameters<https.Agent['createConnection']>) {
    return limitConnect(super.createConnection(...args), 'secureConnect', this.#timeoutMs)
  }
}

function limitConnect(
  stream: Duplex | null | undefined,
  connectedEvent: string,
  timeoutMs: number,
): Duplex | null | undefined {
  const socket = stream as Socket | null | undefined
  if (!socket) return stream
  const timer = setTimeout(() => {
    socket.destroy(new ConnectTimeoutError(`no connection within ${timeoutMs} ms`))
  }, timeoutMs)
  const markNeverSent = (error: Error) => beforeConnect.add(error)
  socket.prependListener('error', markNeverSent)
  socket.once(connectedEvent, () => {
    clearTimeout(timer)
    socket.off('error', markNeverSent)
  })
  socket.once('close', () => clearTimeout(timer))
  return socket
}
