import { type Checksum, checksumHeader } from '../protocol/checksums.ts'
import type { Operation } from '../server/operation-context.ts'
import { readAttributes } from './attributes.ts'
import { checkWriteConditions } from './conditions.ts'
import { storeBody } from './store-body.ts'

export const putObject: Operation = (context) => {
  const { storage, bucket, key } = context
  storage.getBucket(bucket)
  const attributes = readAttributes(context)
  return storeBody(context, ({ sizeBytes, md5, checksum, segments }) => {
    checkWriteConditions(context, storage.getBucket(bucket).objects.get(key))
    const etag = md5.toString('hex')
    storage.commit({
      type: 'putObject',
      bucket,
      object: {
        key,
        sizeBytes,
        etag,
        modifiedMs: Date.now(),
        segments,
        checksum,
        multipart: null,
        ...attributes,
      },
    })
    return { status: 200, headers: { etag: `"${etag}"`, ...renderChecksum(checksum) } }
  })
}

/** Headers with a checksum; none for null. */
export function renderChecksum(checksum: Checksum | null): Record<string, string> {
  if (!checksum) return {}
  return { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }
}
