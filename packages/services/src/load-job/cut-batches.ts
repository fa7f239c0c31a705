import { type LoadBatch, type LoadSpec, planBatches } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'

/** The batches of a load, in the order of its objects. */
export function cutBatches(
  { source, batch }: Pick<LoadSpec, 'source' | 'batch'>,
  objects: readonly StoredObject[],
): LoadBatch[] {
  return planBatches(
    objects.map(({ key, sizeBytes, etag, lastModified }) => ({
      path: `${source.bucket}/${key}`,
      sizeBytes,
      etag,
      modifiedAt: lastModified,
    })),
    { maxBytes: BigInt(batch.maxBytes), maxObjects: batch.maxObjects },
  )
}
