import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { testCertificate } from './test-certificate.ts'

/** A TCP relay in front of a node, to break connections at will and to put TLS before it. */
export interface Relay {
  url: string
  /** Resets every open connection on the client's side; the node sees an orderly end. */
  cut(): void
  /** Resets the connection of the next request before the request reaches the node. */
  cutNextRequest(): void
  /** What the clients have sent so far. */
  sentBytes(): number
  stop(): Promise<void>
}

export async function startRelay(targetPort: number, options: { tls?: boolean } = {}): Promise<Relay> {
  const open = new Set<Socket>()
  let sentBytes = 0
  let cutsNext = false
  const accept = (client: Socket) => {
    const target = connect(targetPort, '127.0.0.1')
    open.add(client)
    client.on('data', (chunk) => {
      sentBytes += chunk.length
      if (cutsNext) client.resetAndDestroy()
      else target.write(chunk)
      cutsNext = false
    })
    client.on('error', () => {})
    target.on('error', () => {})
    client.on('close', () => {
      open.delete(client)
      target.end()
    })
    target.on('close', () => client.destroy())
    target.pipe(client)
  }
  const server = options.tls
    ? createTlsServer({ cert: testCertificate.certPem, key: testCertificate.keyPem }, accept)
    : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    cut: () => {
      for (const client of open) client.destroy()
    },
    cutNextRequest: () => {
      cutsNext = true
    },
    sentBytes: () => sentBytes,
    stop: async () => {
      for (const client of open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
