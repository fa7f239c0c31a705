import type { Database } from '@frostline/db'
import { describeMissingApprovals, type WatchedHeldRun } from '@frostline/domain'
import { describeRuns } from '../../activity/describe-runs.ts'
import { judgeHeldRun, readHeldRun } from '../../approval/read-held-run.ts'

/** Runs of a cluster that approval rules hold now. */
export async function watchHeldRuns(db: Database, clusterId: string, now: Date): Promise<WatchedHeldRun[]> {
  const queued = await db.run.findMany({
    where: { clusterId, status: 'queued', startedAt: null },
    select: { id: true, kind: true, status: true, createdAt: true },
  })
  const described = await describeRuns(db, queued)
  const held: WatchedHeldRun[] = []
  for (const { id, createdAt } of queued) {
    const run = await readHeldRun(db, id)
    if (!run || run.begun || run.status !== 'queued') continue
    const { size, verdicts } = await judgeHeldRun(db, run, now)
    const waitReason = describeMissingApprovals(verdicts)
    if (waitReason === null) continue
    held.push({
      ...{ id, kind: run.kind, of: run.of, requestedBy: run.requestedBy, waitReason },
      name: described.get(id)?.name ?? run.clusterName,
      bytes: typeof size === 'bigint' ? size : null,
      createdMs: createdAt.getTime(),
    })
  }
  return held
}
