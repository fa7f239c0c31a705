import { randomBytes } from 'node:crypto'
import type { ChecksumType } from '../protocol/checksums.ts'
import { parseRange } from '../protocol/range.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { readNamedAlgorithm } from '../server/declared-checksum.ts'
import { type Operation, type OperationContext, readHeader, xmlReply } from '../server/operation-context.ts'
import { readAttributes } from './attributes.ts'
import { copyBytes, readCopySource, renderCopyResult } from './copy-object.ts'
import { renderChecksum } from './put-object.ts'
import { storeBody } from './store-body.ts'

export const createMultipartUpload: Operation = (context) => {
  const { storage, bucket, key } = context
  storage.getBucket(bucket)
  const startedMs = Date.now()
  // Starts with the time, so that uploads of one key are listed in order of their start.
  const uploadId = startedMs.toString(36).padStart(9, '0') + randomBytes(16).toString('hex')
  const checksum = readUploadChecksum(context)
  storage.commit({
    type: 'startUpload',
    upload: { uploadId, bucket, key, startedMs, checksum, ...readAttributes(context) },
  })
  return xmlReply(
    renderXml([
      'InitiateMultipartUploadResult',
      [
        ['Bucket', bucket],
        ['Key', key],
        ['UploadId', uploadId],
      ],
    ]),
    checksum ? { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type } : {},
  )
}

export const uploadPart: Operation = (context) => {
  const { storage, bucket, key } = context
  const { uploadId, number } = readPartAddress(context)
  const { record } = storage.getUpload(bucket, key, uploadId)
  return storeBody(
    context,
    ({ sizeBytes, md5, checksum, segments }) => {
      storage.getUpload(bucket, key, uploadId)
      if (record.checksum && checksum && checksum.algorithm !== record.checksum.algorithm) {
        throw new S3Error(
          'InvalidRequest',
          `Checksum Type mismatch occurred, expected checksum Type: ${record.checksum.algorithm}, actual checksum Type: ${checksum.algorithm}`,
        )
      }
      const etag = md5.toString('hex')
      const part = { number, sizeBytes, etag, modifiedMs: Date.now(), segments, checksum }
      storage.commit({ type: 'putPart', uploadId, part })
      return { status: 200, headers: { etag: `"${etag}"`, ...renderChecksum(checksum) } }
    },
    record.checksum?.algorithm ?? null,
  )
}

export const uploadPartCopy: Operation = async (context) => {
  const { storage, bucket, key } = context
  const { uploadId, number } = readPartAddress(context)
  const { record } = storage.getUpload(bucket, key, uploadId)
  const { object: source } = readCopySource(context)
  const header = readHeader(context, 'x-amz-copy-source-range')
  const outcome = parseRange(header, source.sizeBytes)
  const range = outcome.kind === 'part' ? outcome.range : { start: 0, end: source.sizeBytes - 1 }
  const asked = /^bytes=\d+-(\d+)$/.exec(header ?? '')
  if (header !== undefined && (outcome.kind !== 'part' || Number(asked?.[1] ?? Number.NaN) !== range.end)) {
    throw new S3Error(
      'InvalidArgument',
      `The x-amz-copy-source-range value must be of the form bytes=first-last within the source of ${source.sizeBytes} bytes`,
    )
  }
  return copyBytes(
    context,
    source,
    range,
    ({ etag, checksum, segments }) => {
      storage.getUpload(bucket, key, uploadId)
      const modifiedMs = Date.now()
      const sizeBytes = range.end - range.start + 1
      storage.commit({
        type: 'putPart',
        uploadId,
        part: { number, sizeBytes, etag, modifiedMs, segments, checksum },
      })
      return xmlReply(renderXml(['CopyPartResult', renderCopyResult(etag, modifiedMs, checksum)]))
    },
    record.checksum?.algorithm ?? null,
  )
}

export const abortMultipartUpload: Operation = (context) => {
  const { storage, bucket, key } = context
  const { record } = storage.getUpload(bucket, key, context.query.get('uploadId') ?? '')
  storage.commit({ type: 'abortUpload', uploadId: record.uploadId })
  return { status: 204 }
}

function readPartAddress(context: OperationContext): { uploadId: string; number: number } {
  const number = Number(context.query.get('partNumber') || Number.NaN)
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  return { uploadId: context.query.get('uploadId') ?? '', number }
}

function readUploadChecksum(context: OperationContext) {
  const algorithm = readNamedAlgorithm(context.request)
  const type = readHeader(context, 'x-amz-checksum-type')
  if (type !== undefined && type !== 'COMPOSITE' && type !== 'FULL_OBJECT') {
    throw new S3Error('InvalidRequest', 'Value for x-amz-checksum-type header is invalid.')
  }
  if (algorithm === null) return null
  const isSha = algorithm === 'SHA1' || algorithm === 'SHA256'
  const usual: ChecksumType = algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE'
  const chosen = type ?? usual
  if ((isSha && chosen === 'FULL_OBJECT') || (algorithm === 'CRC64NVME' && chosen === 'COMPOSITE')) {
    throw new S3Error(
      'InvalidRequest',
      `The ${chosen} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
    )
  }
  return { algorithm, type: chosen }
}
