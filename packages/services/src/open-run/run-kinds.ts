import { benchmarks } from './benchmark-kind.ts'
import { bucketAudits, orphanRemovals } from './bucket-kinds.ts'
import { cacheScheduleRuns, cacheWarmups } from './cache-kinds.ts'
import { dataGenerations, loadJobs } from './load-kinds.ts'
import type { OpenRunKind, RunModel } from './open-run.ts'
import { replicaRepairs, zeroCopyExits } from './replication-kind.ts'
import { storageRollouts, tierMigrations, tierScheduleRuns } from './tier-kinds.ts'

/**
 * The one list of work that clusters, their nodes and sources are needed for. A model that is missing here is a type
 * error, and the test of this folder walks the schema for those that no type can see.
 */
export const runKinds: Record<RunModel, OpenRunKind> = {
  'storage-rollout': storageRollouts,
  'tier-migration': tierMigrations,
  TierScheduleRun: tierScheduleRuns,
  'load-job': loadJobs,
  'data-generation': dataGenerations,
  'cache-warmup': cacheWarmups,
  CacheScheduleRun: cacheScheduleRuns,
  'orphan-removal': orphanRemovals,
  'bucket-audit': bucketAudits,
  benchmark: benchmarks,
  'replica-repair': replicaRepairs,
  ZeroCopyExit: zeroCopyExits,
}

/** Models with a state that are no runs, and why a cluster or a source may go without asking for them. */
export const statesThatAreNoRuns: Readonly<Record<string, string>> = {
  Alert: 'It tells of a cluster that is not watched any more.',
  AlertDelivery: 'It goes with its alert.',
  LoadPipelineObject: 'It is what a pipeline knows of an object. Its loads are runs.',
  ScratchTable: 'refuseOwedStatements looks at it: it has no page and nobody can cancel it.',
}
