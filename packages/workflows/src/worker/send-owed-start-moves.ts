import { listOrphanedStoppedMoves } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { payStartMoves } from '../tier-migration/watch-move.ts'
import { DEAD_AFTER_MS } from './heartbeat.ts'

/** Sends the START MOVES that dead workers still owe. A node that is down is retried at the next sweep. */
export async function sendOwedStartMoves(deps: WorkflowDeps): Promise<void> {
  const live = await deps.db.$queryRaw<{ workerId: string }[]>`
    SELECT "workerId" FROM worker_heartbeat
    WHERE "stoppedAt" IS NULL AND "takenOverBy" IS NULL
      AND "lastSeenAt" >= now() - make_interval(secs => ${DEAD_AFTER_MS / 1000})`
  const debts = await listOrphanedStoppedMoves(
    deps.db,
    live.map((row) => row.workerId),
  )
  for (const { clusterId, nodeName, database, table } of debts) {
    const cluster = await deps.clusters.get(clusterId)
    const node = cluster.nodes.find((candidate) => candidate.name === nodeName)
    if (node) await payStartMoves(deps, { clusterId, nodeName, database, table }, node)
  }
}
