import { watchStarts } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { watchClusters } from '../worker/watch-clusters.ts'

/** Keeps the history of the starts of all nodes. */
export function watchNodeStarts(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  return watchClusters(deps, signal, {
    failure: 'The nodes could not be looked at for the history of their starts; they are again in a second',
    everyMs: 1000,
    look: watchStarts,
  })
}
