import { createHash } from 'node:crypto'
import { ensureBucket } from '../s3-store/operations/buckets.ts'
import { ObjectStorage } from '../s3-store/storage/object-storage.ts'

const emptyEtag = createHash('md5').digest('hex')

/**
 * Puts objects into the folder of a stopped store: 100,000 in about a second, where as many requests would take
 * minutes. They can be listed, but have no content.
 */
export function fillStoreFolder(
  dataDir: string,
  bucket: string,
  keys: Iterable<string>,
  sizeBytes = 0,
): void {
  const storage = new ObjectStorage(dataDir)
  try {
    ensureBucket(storage, bucket)
    const same = {
      sizeBytes,
      etag: emptyEtag,
      modifiedMs: Date.now(),
      segments: [],
      checksum: null,
    } as const
    const attributes = { headers: {}, metadata: {}, tags: [], multipart: null }
    for (const key of keys)
      storage.commit({ type: 'putObject', bucket, object: { key, ...same, ...attributes } })
  } finally {
    storage.close()
  }
}
