import { watchStarts } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { watchClusters } from '../worker/watch-clusters.ts'

/** Keeps the start history of all nodes. */
export function watchNodeStarts(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  return watchClusters(deps, signal, {
    failure: 'Could not check the nodes for restarts. Retry in a second',
    everyMs: 1000,
    look: watchStarts,
  })
}
