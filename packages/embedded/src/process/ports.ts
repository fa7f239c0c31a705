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

/**
 * Whether no process of this machine has returned the port before and still runs. Between the answer and the listener that
 * uses the port, another process could otherwise choose the same one. An abstract socket vanishes with its process; other
 * systems than Linux have none.
 */
function reserve(port: number): Promise<boolean> {
  if (handedOut.has(port)) return Promise.resolve(false)
  handedOut.add(port)
  if (process.platform !== 'linux') return Promise.resolve(true)
  return new Promise((resolve) => {
    const mark = createServer()
    mark.once('error', () => resolve(false))
    mark.listen({ path: `\0frostline-port-${port}` }, () => {
      mark.unref()
      resolve(true)
    })
  })
}

/** A loopback port without a listener that no running process has returned before. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if ((await reserve(port)) && (await isPortFree(port))) return port
  }
  throw new Error(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1 after 200 attempts.`)
}

/** The previous port if it is still free, else another one. */
export async function keepOrFindPort(previous: number | undefined): Promise<number> {
  if (previous !== undefined && (await isPortFree(previous))) return previous
  return findFreePort()
}
