import type { WorkflowDeps } from '../deps.ts'

/** The actor of a run, in the words of the audit. */
export function workerContext(deps: WorkflowDeps) {
  return {
    actor: {
      type: 'system' as const,
      id: deps.workerId,
      name: `worker ${deps.workerId}`,
      role: 'operator' as const,
    },
    db: deps.db,
    clusters: deps.clusters,
    now: deps.now,
    sourceAddresses: deps.sourceAddresses,
  }
}
