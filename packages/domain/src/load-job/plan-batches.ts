import type { LoadObject } from './manifest.ts'

/** Objects that are loaded by one statement, and arrive in the target together or not at all. */
export interface LoadBatch {
  /** Indexes into the manifest, ascending. */
  objects: number[]
  sizeBytes: bigint
}

export interface BatchLimits {
  /** Bytes in the bucket. A single larger object is a batch of its own. */
  maxBytes: bigint
  maxObjects: number
}

/**
 * Cuts a manifest into batches, in its order. A batch is what a failure costs: large enough that its fixed price (three
 * staging tables on each node) is nothing beside its data, small enough that a retry is cheap.
 */
export function planBatches(objects: readonly LoadObject[], limits: BatchLimits): LoadBatch[] {
  const batches: LoadBatch[] = []
  let open: LoadBatch | null = null
  for (const [index, { sizeBytes }] of objects.entries()) {
    const full =
      open !== null &&
      (open.objects.length >= limits.maxObjects || open.sizeBytes + sizeBytes > limits.maxBytes)
    if (open === null || full) {
      open = { objects: [], sizeBytes: 0n }
      batches.push(open)
    }
    open.objects.push(index)
    open.sizeBytes += sizeBytes
  }
  return batches
}
