import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below 32768, where Linux starts to assign ports to outgoing connections: a port we keep across restarts must not be
 * taken meanwhile by such a connection.
 */
const LOWEST_PORT = 20_000
const HIGHEST_PORT = 32_000

export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

const handedOut = new Set<number>()

/** A loopback port without a listener that this process has not returned before. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if (handedOut.has(port)) continue
    handedOut.add(port)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1 after 200 attempts.`)
}

/** The previous port if it is still free, else another one. */
export async function keepOrFindPort(previous: number | undefined): Promise<number> {
  if (previous !== undefined && (await isPortFree(previous))) return previous
  return findFreePort()
}
