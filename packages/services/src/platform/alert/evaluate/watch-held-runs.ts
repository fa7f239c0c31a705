import type { Database } from '@frostline/db'
import { describeMissingApprovals, type WatchedHeldRun } from '@frostline/domain'
import { describeRuns } from '../../activity/describe-runs.ts'
import { listHeldRuns } from '../../approval/held-run.ts'

/** Runs of a cluster that approval rules hold now. */
export async function watchHeldRuns(db: Database, clusterId: string, now: Date): Promise<WatchedHeldRun[]> {
  const held = await listHeldRuns(db, { clusterId }, now)
  const described = await describeRuns(
    db,
    held.map(({ run: { id, kind } }) => ({ id, kind, status: 'queued' })),
  )
  return held.map(({ run, judgement: { size, verdicts } }) => ({
    ...{ id: run.id, kind: run.kind, of: run.of, requestedBy: run.requestedBy },
    name: described.get(run.id)?.name ?? run.clusterName,
    bytes: typeof size === 'bigint' ? size : null,
    createdMs: run.createdAt.getTime(),
    waitReason: describeMissingApprovals(verdicts) ?? '',
  }))
}
