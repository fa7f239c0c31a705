/** A disk as system.disks tells of it. */
export interface DiskFact {
  name: string
  /** `Local`, or the kind of object storage. */
  type: string
  onObjectStorage: boolean
  path: string
  cachePath: string | null
  keepFreeBytes: bigint
}

export interface VolumeFact {
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

/** What one node runs now, as far as its system tables tell. */
export interface NodeStorageFacts {
  node: string
  shard: number
  replica: number
  disks: readonly DiskFact[]
  policies: readonly PolicyFact[]
}
