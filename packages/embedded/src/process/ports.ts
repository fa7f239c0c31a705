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

const reserved = new Set<number>()

/**
 * Reserves a port for this process, until it ends. False when another running process of this machine has reserved it.
 * Between the choice of a port and the listener that uses it, another process could otherwise choose the same one. An
 * abstract socket vanishes with its process; other systems than Linux have none.
 */
export async function reservePort(port: number): Promise<boolean> {
  if (reserved.has(port)) return true
  if (process.platform === 'linux') {
    const mark = createServer()
    const got = await new Promise<boolean>((resolve) => {
      mark.once('error', () => resolve(false))
      mark.listen({ path: `\0frostline-port-${port}` }, () => resolve(true))
    })
    if (!got) return false
    mark.unref()
  }
  reserved.add(port)
  return true
}

/** A loopback port without a listener that no running process has reserved, this one included. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if (reserved.has(port)) continue
    if ((await reservePort(port)) && (await isPortFree(port))) return port
  }
  throw new Error(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT} on 127.0.0.1 after 200 attempts.`)
}

/** The previous port if it is still free and no other running process has reserved it, else another one. */
export async function keepOrFindPort(previous: number | undefined): Promise<number> {
  const keep = previous !== undefined && (await reservePort(previous)) && (await isPortFree(previous))
  return keep ? previous : findFreePort()
}
