import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandOutcome, startMovesStatement, stopMovesStatement } from '@frostline/clickhouse'
import { leaveStartMoves, oweStartMoves, type StoppedMovesKey, settleStartMoves } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import type { StepContext } from './step-context.ts'

type Node = StepContext['node']

/**
 * Aborts the running move of the step's table on its replica, and allows moves again. START MOVES is owed from before
 * the STOP is sent: should this worker die in between, another one pays the debt (see send-owed-start-moves.ts).
 */
export async function stopMovesUntil(
  context: StepContext,
  ending: Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const { migration, node } = context
  const { deps } = context.lane
  const key = {
    clusterId: migration.clusterId,
    nodeName: node.name,
    database: migration.database,
    table: migration.table,
  }
  await oweStartMoves(deps.db, key, deps.workerId)
  try {
    for (;;) {
      await node.client.command({
        ...stopMovesStatement(key),
        queryId: `frostline-stop-moves-${randomUUID()}`,
        timeoutMs: 10_000,
        purpose: 'tier-migration',
      })
      const first = await Promise.race([ending, sleep(5000, 'still running' as const)])
      if (first !== 'still running') return first
    }
  } finally {
    await payStartMoves(deps, key, node)
  }
}

/** Sends the START MOVES that is owed. A node that cannot be reached keeps the debt, as one of nobody's. */
export async function payStartMoves(deps: WorkflowDeps, key: StoppedMovesKey, node: Node): Promise<boolean> {
  const outcome = await node.client.command({
    ...startMovesStatement(key),
    queryId: `frostline-start-moves-${randomUUID()}`,
    timeoutMs: 10_000,
    purpose: 'tier-migration',
  })
  if (outcome.kind === 'ok') {
    await settleStartMoves(deps.db, key)
    return true
  }
  await leaveStartMoves(deps.db, key)
  deps.log.warn({ ...key, outcome }, 'START MOVES is owed and could not be sent; it will be tried again')
  return false
}
