import fc from 'fast-check'
import type { Part } from '../placement/part.ts'
import type { StoragePolicy } from '../policy/storage-policy.ts'
import type { ObservedReplica } from '../tier-migration/snapshot.ts'

/** A policy of two volumes, as on a cluster with object storage. */
export const tieredPolicy: StoragePolicy = {
  name: 'tiered',
  volumes: [
    {
      name: 'hot',
      priority: 1,
      disks: ['default', 'local2'],
      maxDataPartSizeBytes: 0n,
      moveFactor: 0.1,
      preferNotToMerge: false,
    },
    {
      name: 'cold',
      priority: 2,
      disks: ['s3_cached'],
      maxDataPartSizeBytes: 0n,
      moveFactor: 0.1,
      preferNotToMerge: false,
    },
  ],
}

export function makePart(
  partitionId: string,
  block: number,
  disk: string,
  overrides: Partial<Part> = {},
): Part {
  return {
    name: `${partitionId}_${block}_${block}_0`,
    partitionId,
    partition: partitionId,
    rows: 10n,
    bytesOnDisk: 1000n,
    disk,
    hash: `hash of ${partitionId} ${block}`,
    minBlock: BigInt(block),
    maxBlock: BigInt(block),
    newestMs: Date.UTC(Number(partitionId.slice(0, 4)), Number(partitionId.slice(4)), 0),
    ...overrides,
  }
}

const partitionIds = ['202301', '202302', '202303', '202401']

/** Parts with distinct blocks in each partition, on any disk of the policy. */
export const arbitraryParts: fc.Arbitrary<Part[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...partitionIds), fc.integer({ min: 1, max: 30 })), {
    maxLength: 40,
    selector: ([id, block]) => `${id}/${block}`,
  })
  .chain((keys) =>
    fc.tuple(
      ...keys.map(([id, block]) =>
        fc
          .record({
            disk: fc.constantFrom('default', 'local2', 's3_cached'),
            rows: fc.bigInt({ min: 0n, max: 1n << 40n }),
            bytesOnDisk: fc.bigInt({ min: 1n, max: 1n << 45n }),
          })
          .map(({ disk, ...overrides }) => makePart(id, block, disk, overrides)),
      ),
    ),
  )

export function makeReplica(
  parts: readonly Part[],
  overrides: Partial<ObservedReplica> = {},
): ObservedReplica {
  return {
    state: 'observed',
    node: { name: 'shard-1-replica-1', shard: 1, replica: 1 },
    tableUuid: '00000000-0000-0000-0000-000000000001',
    policy: tieredPolicy,
    disks: [
      { name: 'default', freeBytes: 1n << 60n },
      { name: 'local2', freeBytes: 1n << 60n },
      { name: 's3_cached', freeBytes: null },
    ],
    parts,
    mergingParts: [],
    pendingMutations: [],
    movingParts: [],
    replication: null,
    wantedVolumes: new Map(),
    ...overrides,
  }
}
