import { randomUUID } from 'node:crypto'
import type { Database } from '@frostline/db'
import type { ClusterDirectory } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

/** What a new worker process would have, for work that a test drives in its own. */
export function labDeps(
  lab: { db: Database; ctx: { clusters: ClusterDirectory } },
  change: Partial<WorkflowDeps> = {},
): WorkflowDeps {
  return {
    db: lab.db,
    clusters: lab.ctx.clusters,
    workerId: `worker/${randomUUID()}`,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => new Date(),
    ...change,
  }
}

/** No listeners. */
export const silentAnnouncer = { announce: () => undefined }
