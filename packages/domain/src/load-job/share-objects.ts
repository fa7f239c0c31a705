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
