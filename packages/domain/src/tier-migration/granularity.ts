import type { Part } from '../placement/part.ts'

export type Granularity = 'part' | 'partition'

/**
 * Small partitions go in one statement, since a statement costs about as much as uploading a few MiB.
 * From this size on each part is a statement of its own: progress is finer and a stop wastes one part at most.
 */
const WHOLE_PARTITION_BELOW_BYTES = 64n * 1024n * 1024n

export function chooseGranularity(parts: readonly Part[]): Granularity {
  const bytes = parts.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
  return parts.length > 1 && bytes >= WHOLE_PARTITION_BELOW_BYTES ? 'part' : 'partition'
}
