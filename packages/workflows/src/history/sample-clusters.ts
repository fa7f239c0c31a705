import { sampleCluster } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { watchClusters } from '../worker/watch-clusters.ts'

/** Samples all clusters at the start of each minute; one worker per cluster does. */
export function watchHistory(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  return watchClusters(deps, signal, {
    failure: 'Could not take the samples of a cluster. A minute of its history may be missing',
    everyMs: 60_000,
    look: sampleCluster,
  })
}
