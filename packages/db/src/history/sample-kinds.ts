import {
  cacheCounterNames,
  type SampleGrain,
  sampleGrainNames,
  storeCounterNames,
  tableGrainNames,
} from '@frostline/domain'

/**
 * A table of samples. Its columns beside `clusterId`, `grain` and `at`, by what a bucket of time has of the samples in it.
 */
export interface SampleKind<Key extends string, Count extends string, Unbounded extends string> {
  table: string
  grains: readonly SampleGrain[]
  /** Names of the subject. */
  keys: readonly Key[]
  /** Added up. */
  sums: readonly Count[]
  /** The greatest. */
  peaks: readonly Count[]
  /** The last. */
  levels: readonly Count[]
  /** The last, null where there is no limit. */
  unbounded: readonly Unbounded[]
}

function defineSamples<
  const Key extends string = never,
  const Count extends string = never,
  const Unbounded extends string = never,
>(
  table: string,
  columns: Partial<Omit<SampleKind<Key, Count, Unbounded>, 'table'>>,
): SampleKind<Key, Count, Unbounded> {
  return {
    ...{ table, grains: sampleGrainNames, keys: [], sums: [], peaks: [], levels: [], unbounded: [] },
    ...columns,
  }
}

const tierLevels = ['hotBytes', 'coldBytes', 'hotParts', 'coldParts', 'hotRows', 'coldRows'] as const

export const cacheSamples = defineSamples('cache_sample', {
  keys: ['nodeName'],
  sums: ['coveredMs', ...cacheCounterNames],
  levels: ['sizeBytes', 'limitBytes', 'segments'],
})
export const nodeSamples = defineSamples('node_sample', {
  keys: ['nodeName'],
  sums: ['coveredMs', ...storeCounterNames],
  peaks: ['runningMoves', 'queueEntries'],
  levels: ['parts'],
})
export const replicaSamples = defineSamples('replica_sample', {
  keys: ['nodeName'],
  peaks: ['delaySeconds', 'readOnlyTables'],
})
export const diskSamples = defineSamples('disk_sample', {
  keys: ['nodeName', 'disk'],
  levels: ['usedBytes'],
  unbounded: ['totalBytes'],
})
export const tierSamples = defineSamples('tier_sample', { levels: tierLevels })
export const tableSamples = defineSamples('table_sample', {
  grains: tableGrainNames,
  keys: ['database', 'table'],
  levels: tierLevels,
})

export const sampleKinds = [cacheSamples, nodeSamples, replicaSamples, diskSamples, tierSamples, tableSamples]
