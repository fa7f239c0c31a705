import { sampleCaches } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { watchClusters } from '../worker/watch-clusters.ts'

/** Samples the caches of all clusters at the start of each minute; one worker per cluster does. */
export function watchCaches(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  return watchClusters(deps, signal, {
    failure: 'Could not sample the caches. A minute of their history may be missing',
    everyMs: 60_000,
    look: sampleCaches,
  })
}
