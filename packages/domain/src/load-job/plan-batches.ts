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

/**
 * Shares objects out so that each node reads about as many bytes: the largest first, each to the node that has least. The
 * same objects and nodes always give the same shares. Indexes of each share ascend; a node may get none.
 */
export function shareObjects(
  objects: readonly { sizeBytes: bigint }[],
  nodes: readonly string[],
): Map<string, number[]> {
  const shares = nodes.map((node) => ({ node, sizeBytes: 0n, objects: [] as number[] }))
  const largestFirst = [...objects.entries()].toSorted(([i, a], [j, b]) =>
    a.sizeBytes === b.sizeBytes ? i - j : a.sizeBytes < b.sizeBytes ? 1 : -1,
  )
  for (const [index, { sizeBytes }] of largestFirst) {
    const least = shares.reduce((best, share) =>
      share.sizeBytes < best.sizeBytes ||
      (share.sizeBytes === best.sizeBytes && share.objects.length < best.objects.length)
        ? share
        : best,
    )
    least.sizeBytes += sizeBytes
    least.objects.push(index)
  }
  return new Map(shares.map(({ node, objects: own }) => [node, own.toSorted((a, b) => a - b)]))
}

/** One object that a load reads, as it was when the manifest was made. */
export interface LoadObject {
  /** `bucket/key`, as the server's `_path` says it. */
  path: string
  sizeBytes: bigint
  /** Without quotes. Another ETag at the time of reading means another object. */
  etag: string
  modifiedAt: Date
}
