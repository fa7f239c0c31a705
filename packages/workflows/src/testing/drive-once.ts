import type { Run } from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'
import { driveRun, endRun } from '../run/carry-out-run.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { silentAnnouncer } from './lab-deps.ts'

/** Drives a run like a new worker process, in this one. */
export async function driveOnce(deps: WorkflowDeps, work: WorkOfKind, id: string): Promise<Run> {
  const { generation } = await deps.db.run.findUniqueOrThrow({ where: { id } })
  const ref = { kind: work.kind, id, generation }
  await driveRun(deps, silentAnnouncer, work, ref)
  await endRun(deps, silentAnnouncer, work, ref)
  return deps.db.run.findUniqueOrThrow({ where: { id } })
}
