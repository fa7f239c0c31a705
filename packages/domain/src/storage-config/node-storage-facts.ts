/** A disk as system.disks describes it. */
export interface DiskFact {
  name: string
  /** `Local`, or the kind of object storage. */
  type: string
  onObjectStorage: boolean
  path: string
  cachePath: string | null
  keepFreeBytes: bigint
  /** Of its file system; null on object storage, which has no size limit. */
  totalBytes: bigint | null
}

interface VolumeFact {
  name: string
  disks: readonly string[]
  maxDataPartSizeBytes: bigint
  moveFactor: number
  preferNotToMerge: boolean
  performTtlMoveOnInsert: boolean
  loadBalancing: string
}

export interface PolicyFact {
  name: string
  volumes: readonly VolumeFact[]
  /** Tables of this node that use it. */
  tableCount: number
}

/** What one node runs now, as far as its system tables show. */
export interface NodeStorageFacts {
  node: string
  shard: number
  replica: number
  disks: readonly DiskFact[]
  policies: readonly PolicyFact[]
}

interface ViewedNode {
  name: string
  shard: number
  replica: number
  storage: {
    disks: readonly {
      name: string
      tier: string
      type: string
      path: string
      cachePath: string | null
      keepFreeBytes: bigint
      totalBytes: bigint | null
    }[]
    policies: readonly {
      name: string
      volumes: readonly {
        name: string
        disks: readonly { name: string }[]
        maxDataPartSizeBytes: bigint
        moveFactor: number | null
        preferNotToMerge: boolean
        performTtlMoveOnInsert: boolean
        loadBalancing: string
      }[]
    }[]
  } | null
}

/** From the view of storage that pages and verbs share. Unreachable nodes are left out. */
export function toStorageFacts(view: {
  byNode: readonly ViewedNode[]
  policies: readonly { name: string; tableCount: number }[]
}): NodeStorageFacts[] {
  const counts = new Map(view.policies.map(({ name, tableCount }) => [name, tableCount]))
  return view.byNode.flatMap(({ name, shard, replica, storage }): NodeStorageFacts[] =>
    storage
      ? [
          {
            node: name,
            shard,
            replica,
            disks: storage.disks.map((disk) => ({
              name: disk.name,
              type: disk.type,
              onObjectStorage: disk.tier !== 'hot',
              path: disk.path,
              cachePath: disk.cachePath,
              keepFreeBytes: disk.keepFreeBytes,
              totalBytes: disk.totalBytes,
            })),
            policies: storage.policies.map((policy) => ({
              name: policy.name,
              tableCount: counts.get(policy.name) ?? 0,
              volumes: policy.volumes.map((volume) => ({
                ...volume,
                disks: volume.disks.map((disk) => disk.name),
                moveFactor: volume.moveFactor ?? 0,
              })),
            })),
          },
        ]
      : [],
  )
}
