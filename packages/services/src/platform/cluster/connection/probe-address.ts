import net from 'node:net'
import tls from 'node:tls'
import { ForbiddenAddressError } from '../../net/checked-lookup.ts'

export type AddressProbe =
  | { state: 'open' }
  /** Nothing was reached: name, route or port is wrong. */
  | { state: 'closed'; reason: string }
  /** Something listens, but the TLS handshake failed. */
  | { state: 'tls_failed'; reason: string }

/** Connects and, for https, does the TLS handshake, to find out why a request failed. Sends no request. */
export async function probeAddress(
  url: string,
  options: {
    tlsVerify: boolean
    tlsCaPem: string | null
    timeoutMs: number
    lookup: net.LookupFunction
  },
): Promise<AddressProbe> {
  const { protocol, hostname, port } = new URL(url)
  const secure = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const { lookup } = options
  const socket = net.connect({ host, port: Number(port) || (secure ? 443 : 80), lookup })
  try {
    const connected = await settle(socket, 'connect', options.timeoutMs)
    if (connected !== undefined) return { state: 'closed', reason: connected }
    if (!secure) return { state: 'open' }
    const secured = tls.connect({
      socket,
      rejectUnauthorized: options.tlsVerify,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      ...(options.tlsCaPem === null ? {} : { ca: options.tlsCaPem }),
    })
    const handshake = await settle(secured, 'secureConnect', options.timeoutMs)
    secured.destroy()
    return handshake === undefined ? { state: 'open' } : { state: 'tls_failed', reason: handshake }
  } finally {
    socket.destroy()
  }
}

/** Undefined once the event occurred, otherwise why it did not. */
function settle(socket: net.Socket, event: string, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs)
    const end = (reason: string | undefined) => {
      clearTimeout(timer)
      resolve(reason)
    }
    socket.once(event, () => end(undefined))
    socket.on('error', (error: NodeJS.ErrnoException) => end(explainSocketError(error)))
    socket.once('close', () => end('the connection was closed'))
  })
}

const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens on this port',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ECONNRESET: 'the connection was reset',
  EPROTO: 'the port does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'a certificate of the chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
}

function explainSocketError(error: NodeJS.ErrnoException): string {
  if (error instanceof ForbiddenAddressError) return error.message
  const code = error.code ?? 'no code'
  return `${meanings[code] ?? 'the connection failed'} (${code})`
}
