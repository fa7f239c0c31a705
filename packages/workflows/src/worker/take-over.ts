import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Transaction } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { DEAD_AFTER_MS, type Heartbeat } from './heartbeat.ts'

/** Held while one worker takes over the runs of dead ones, so that two do not both restart them. */
const TAKE_OVER_LOCK = 72_707_370

/**
 * Puts the unfinished workflows of dead workers back into the queue, for any live worker. A worker that shut down is
 * dead at once, one that fell silent after DEAD_AFTER_MS. The mark `takenOverBy` is written last: the next worker
 * repeats a take-over that dies half-way.
 */
export async function takeOverDeadWorkers(deps: WorkflowDeps, heartbeat: Heartbeat): Promise<string[]> {
  const silenceCounts = heartbeat.maySpeakOfOthers()
  // Without a lock first: nearly every sweep finds no dead worker.
  if ((await listDeadWorkers(deps.db, deps.workerId, silenceCounts)).length === 0) return []
  return deps.db.$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<
        { held: boolean }[]
      >`SELECT pg_try_advisory_xact_lock(${TAKE_OVER_LOCK}) AS held`
      if (!lock?.held) return []
      const dead = await listDeadWorkers(tx, deps.workerId, silenceCounts)
      for (const { workerId } of dead) {
        const pending = await DBOS.listWorkflows({ executorId: workerId, status: 'PENDING' })
        // A child belongs to its own queue: it continues even where its parent is resumed by another worker.
        if (pending.length > 0) await DBOS.resumeWorkflows(pending.map((workflow) => workflow.workflowID))
        await tx.$executeRaw`
          UPDATE worker_heartbeat SET "takenOverBy" = ${deps.workerId} WHERE "workerId" = ${workerId}`
        deps.log.info({ workerId, workflows: pending.length }, 'Took over the runs of a dead worker')
      }
      return dead.map((row) => row.workerId)
    },
    { timeout: 30_000 },
  )
}

async function listDeadWorkers(
  tx: Transaction,
  ownId: string,
  silenceCounts: boolean,
): Promise<{ workerId: string }[]> {
  return tx.$queryRaw<{ workerId: string }[]>`
    SELECT "workerId" FROM worker_heartbeat
    WHERE "takenOverBy" IS NULL AND "workerId" <> ${ownId}
      AND ("stoppedAt" IS NOT NULL
        OR (${silenceCounts} AND "lastSeenAt" < now() - make_interval(secs => ${DEAD_AFTER_MS / 1000})))`
}
