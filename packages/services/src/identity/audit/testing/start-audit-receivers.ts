import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { testCertificate } from './test-certificate.ts'

export interface AuditReceivers {
  ports: { tcp: number; tls: number; udp: number; http: number }
  /** Messages of syslog without their frames, in the order of their arrival. */
  messages: string[]
  posts: { headers: IncomingHttpHeaders; body: string }[]
  /** While false, connections are closed at once and requests get HTTP 503. */
  accepts: boolean
  stop(): void
}

/** Real receivers on loopback: syslog over TCP, TLS and UDP, and a web server. */
export async function startAuditReceivers(): Promise<AuditReceivers> {
  const at = {
    messages: [] as string[],
    posts: [] as AuditReceivers['posts'],
    accepts: true,
  }
  const take = (socket: Socket) => {
    if (!at.accepts) return socket.destroy()
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const space = rest.indexOf(' ')
        const length = Number(rest.subarray(0, space).toString())
        if (space < 0 || rest.length < space + 1 + length) return
        at.messages.push(rest.subarray(space + 1, space + 1 + length).toString())
        rest = rest.subarray(space + 1 + length)
      }
    })
    socket.on('error', () => undefined)
    return socket
  }
  const tcp = createTcpServer(take)
  const tls = createTlsServer(testCertificate, take)
  const udp = createSocket('udp4')
  udp.on('message', (message) => at.messages.push(message.toString()))
  const http = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (at.accepts)
        at.posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(at.accepts ? 204 : 503).end()
    })
  })
  const open = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  udp.bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const ports = {
    ...{ tcp: await open(tcp), tls: await open(tls), http: await open(http) },
    udp: udp.address().port,
  }
  return Object.assign(at, {
    ports,
    stop: () => {
      for (const server of [tcp, tls, http]) server.close()
      udp.close()
    },
  })
}
