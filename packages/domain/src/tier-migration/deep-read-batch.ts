import type { PartWitness } from './proof.ts'

/** So much is read again at most when a crash loses the read under way; a larger part is read alone. */
const MOST_BYTES = 64n * 1024n * 1024n

const MOST_PARTS = 100

/** The parts that the next statement of a deep check sums up together: the first, and what fits beside it. */
export function takeDeepReadBatch<P extends Pick<PartWitness, 'bytesOnDisk'>>(left: readonly P[]): P[] {
  let bytes = 0n
  const end = left.findIndex((part, index) => {
    bytes += part.bytesOnDisk
    return index > 0 && (bytes > MOST_BYTES || index >= MOST_PARTS)
  })
  return end === -1 ? [...left] : left.slice(0, end)
}
