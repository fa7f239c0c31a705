import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { killQueryStatement } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'
import { isRunning } from './find-out-statement.ts'

/** A killed statement ends at its next block. */
const maxWaitMs = 60_000

/** Kills a statement and waits until it is gone. Returns false where it still runs, or its node is unreachable. */
export async function stopStatement(node: ConnectedNode, queryId: string): Promise<boolean> {
  const deadline = performance.now() + maxWaitMs
  while (performance.now() < deadline) {
    const running = await isRunning(node, [queryId])
    if (running !== true) return running === false
    await node.client.command({
      ...killQueryStatement(queryId),
      queryId: `frostline-stop-${randomUUID()}`,
      timeoutMs: 10_000,
      purpose: 'stop-statement',
    })
    await sleep(200)
  }
  return false
}
