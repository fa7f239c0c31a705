import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const xmlOf = {
  enabled:
    '<ObjectLockConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
  missing:
    '<Error><Code>ObjectLockConfigurationNotFoundError</Code><Message>Object Lock configuration does not exist for this bucket</Message></Error>',
}

export interface StoreDoor {
  url: string
  /** What was written, in order. */
  puts: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
  lockAnswer: 'store' | 'enabled' | 'missing'
  close(): void
}

/**
 * Passes all requests to the store, and notes what is written. The embedded store has no object lock: for tests of it
 * the question for the configuration is answered here, as Amazon S3 does.
 */
export async function openStoreDoor(endpoint: string): Promise<StoreDoor> {
  const upstream = new URL(endpoint)
  const server = createServer((from, to) => {
    const chunks: Buffer[] = []
    from.on('data', (chunk: Buffer) => chunks.push(chunk))
    from.on('end', () => {
      const { method, url: path = '', headers } = from
      if (method === 'PUT') door.puts.push({ path, headers, body: Buffer.concat(chunks) })
      if (path.includes('?object-lock') && door.lockAnswer !== 'store') {
        const status = door.lockAnswer === 'enabled' ? 200 : 404
        to.writeHead(status, { 'content-type': 'application/xml' }).end(xmlOf[door.lockAnswer])
        return
      }
      const passed = request(
        { host: upstream.hostname, port: upstream.port, agent: false, method, path, headers },
        (answer) => {
          to.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(to)
        },
      )
      passed.end(Buffer.concat(chunks))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const door: StoreDoor = {
    ...{ url: `http://127.0.0.1:${port}`, puts: [], lockAnswer: 'store' },
    close: () => void server.close(),
  }
  return door
}
