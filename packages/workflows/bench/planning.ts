import { type ObservedReplica, type Part, planTierMigration } from '@frostline/domain'
import { type BenchRow, median, seconds } from './print-table.ts'

const PARTITIONS = 10_000
const PARTS_EACH = 5
const ROUNDS = 5
const MEBIBYTE = 1024 * 1024

/** The pure planner over one replica with many partitions. Nothing in SQL does the same, so there is no ratio. */
export function benchPlanning(): BenchRow[] {
  const replica = makeReplica()
  const times: number[] = []
  const heapBefore = process.memoryUsage().heapUsed
  let maxHeap = heapBefore
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const plan = planTierMigration([replica], { kind: 'older-than', before: '2200-01-01T00:00:00Z' }, 'cold')
    times.push(performance.now() - started)
    maxHeap = Math.max(maxHeap, process.memoryUsage().heapUsed)
    if (plan.kind !== 'planned' || plan.steps.length !== PARTITIONS) throw new Error('The plan is not whole')
  }
  return [
    {
      what: `planning ${PARTITIONS.toLocaleString('en-US')} partitions, ${Math.round((maxHeap - heapBefore) / MEBIBYTE)} MiB of heap`,
      ours: seconds(median(times)),
      bare: '—',
      ratio: null,
      goal: '< 1 s, < 200 MB',
    },
  ]
}

function makeReplica(): ObservedReplica {
  const parts = Array.from({ length: PARTITIONS * PARTS_EACH }, (_, index): Part => {
    const partition = String(Math.floor(index / PARTS_EACH))
    const block = BigInt(index % PARTS_EACH)
    return {
      name: `${partition}_${block}_${block}_0`,
      partitionId: partition,
      partition,
      rows: 1000n,
      bytesOnDisk: 1_000_000n,
      disk: 'default',
      hash: String(index),
      minBlock: block,
      maxBlock: block,
      newestMs: Date.UTC(2000, 0, 1 + Number(partition)),
    }
  })
  const volume = (name: string, priority: number, disk: string) => ({
    name,
    priority,
    disks: [disk],
    maxDataPartSizeBytes: 0n,
    moveFactor: 0.1,
    preferNotToMerge: false,
  })
  return {
    state: 'observed',
    node: { name: 'shard-1-replica-1', shard: 1, replica: 1 },
    tableUuid: '00000000-0000-0000-0000-000000000001',
    policy: { name: 'tiered', volumes: [volume('hot', 1, 'default'), volume('cold', 2, 's3')] },
    disks: [
      { name: 'default', freeBytes: 1n << 60n },
      { name: 's3', freeBytes: null },
    ],
    parts,
    mergingParts: [],
    pendingMutations: [],
    movingParts: [],
    replication: null,
    wantedVolumes: new Map(),
  }
}
