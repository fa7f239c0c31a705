import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { EmbeddedClickhouse } from '../clickhouse/start-cluster.ts'
import { findFreePort } from '../process/ports.ts'
import { startControlServer } from '../supervisor/control-server.ts'
import { asPart } from '../supervisor/engine-parts.ts'

/** The supervisor's control endpoint over the nodes of a test, without the supervisor. */
export async function openControlEndpoint({ nodes }: EmbeddedClickhouse) {
  const port = await findFreePort()
  const token = randomBytes(16).toString('hex')
  const server = await startControlServer({
    port,
    token,
    parts: nodes.map((node) => asPart(`clickhouse/${node.name}`, node)),
    describe: () => ({ clickhouse: { nodes: nodes.map(({ name, httpUrl }) => ({ name, httpUrl })) } }),
    stopAll: () => undefined,
  })
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
