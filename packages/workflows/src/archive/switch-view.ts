import type { StepOfArchive } from '@frostline/db'
import { alignArchiveView, explainAligned } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import type { ArchiveTask } from './archive-task.ts'

/** How often all views are compared with the ledger: columns are added, and nodes come back. */
const checkEveryMs = 5 * 60_000
const retryEveryMs = 30_000
/** A restore that takes longer to start is refused. */
const restoreStartMs = 15 * 60_000

/**
 * Has the view over table and archive read the rows of a step where they are now. Before rows leave or enter the table: until
 * every replica of the shard has it. False: a person has stopped it.
 */
export async function switchView(task: ArchiveTask, { shard }: StepOfArchive): Promise<boolean> {
  const backoff = new Backoff(500, 15_000)
  const at = { clusterId: task.clusterId, ...task.at }
  while (!(await task.stopped())) {
    const fault = explainAligned(await alignArchiveView(task.deps, at, { shard }))
    await task.wait('view', fault)
    if (fault === null) return true
    await pause(backoff.next(), () => task.stopped())
  }
  return false
}

/** After rows have arrived the view is right already, apart from rows that arrived late. The next check repeats it. */
export async function settleView(
  deps: WorkflowDeps,
  at: { clusterId: string; database: string; table: string },
  shard?: number,
): Promise<void> {
  await alignArchiveView(deps, at, shard === undefined ? {} : { shard })
}

/** Views that were not compared lately, or whose sources have other keys since. */
export async function checkArchiveViews(deps: WorkflowDeps): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms)
  const due = await deps.db.$queryRaw<{ clusterId: string; database: string; table: string }[]>`
    SELECT "clusterId", "database", "table" FROM "archive_view" AS v
    WHERE "checkedAt" IS NULL OR "checkedAt" < ${before(checkEveryMs)} OR "checkedAt" < ${before(retryEveryMs)} AND EXISTS (
      SELECT FROM "archive" AS a JOIN "run" ON "run"."id" = a."id" JOIN "source" ON "source"."id" = a."sourceId"
      WHERE "run"."clusterId" = v."clusterId" AND a."database" = v."database" AND a."table" = v."table"
        AND "source"."updatedAt" > COALESCE(v."sourcesAt", '-infinity'))
    ORDER BY "checkedAt" NULLS FIRST LIMIT 5`
  for (const { clusterId, database, table } of due) {
    // A process that was killed while it started a restore leaves marked partitions without a restore.
    await deps.db.archiveStep.updateMany({
      where: {
        archive: { database, table, run: { clusterId } },
        ...{ restoringAt: { lt: before(restoreStartMs) }, restoredAt: null },
        restores: { none: { removedAt: null, restore: { mode: 'into' } } },
      },
      data: { restoringAt: null },
    })
    await alignArchiveView(deps, { clusterId, database, table })
  }
}
