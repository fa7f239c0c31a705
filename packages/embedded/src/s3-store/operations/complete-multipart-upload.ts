import { createHash } from 'node:crypto'
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, checksumElement } from '../protocol/checksums.ts'
import { childText, parseXml, type XmlElement } from '../protocol/parse-xml.ts'
import { renderXml } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import {
  type Operation,
  type OperationContext,
  type Reply,
  readHeader,
  xmlReply,
} from '../server/operation-context.ts'
import { receiveText } from '../server/receive-body.ts'
import type { Upload } from '../storage/object-index.ts'
import type { ObjectRecord, PartRecord } from '../storage/records.ts'
import { checkWriteConditions } from './conditions.ts'
import { settleObjectChecksum } from './object-checksum.ts'

/**
 * Joins the named parts into an object; the others are dropped. A repeated request (its first response was lost)
 * succeeds again as long as the object at the key is the one it created.
 */
export const completeMultipartUpload: Operation = async (context) => {
  const { storage, bucket, key } = context
  const uploadId = context.query.get('uploadId') ?? ''
  const root = parseXml(await receiveText(context, { checksumOf: 'object' }))
  const named = root.children.filter(({ name }) => name === 'Part')
  if (root.name !== 'CompleteMultipartUpload' || named.length === 0) {
    throw new S3Error('MalformedXML', 'CompleteMultipartUpload takes one Part element or more.')
  }
  const earlier = storage.getBucket(bucket).objects.get(key)
  if (earlier?.multipart?.uploadId === uploadId) return renderResult(context, earlier)

  const upload = storage.getUpload(bucket, key, uploadId)
  const parts = selectParts(upload, named, context.minPartSizeBytes)
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0)
  const declaredSize = readHeader(context, 'x-amz-mp-object-size')
  if (declaredSize !== undefined && Number(declaredSize) !== sizeBytes) {
    throw new S3Error(
      'InvalidRequest',
      `The parts have ${sizeBytes} bytes, x-amz-mp-object-size says ${declaredSize}.`,
    )
  }
  const checksum = await settleObjectChecksum(context, upload, parts)
  // Reading the parts may have taken a while: they must not have changed.
  storage.getUpload(bucket, key, uploadId)
  if (parts.some((part) => upload.parts.get(part.number) !== part)) throw invalidPart({ UploadId: uploadId })
  checkWriteConditions(context, storage.getBucket(bucket).objects.get(key))
  const md5 = createHash('md5')
  for (const part of parts) md5.update(Buffer.from(part.etag, 'hex'))
  const { headers, metadata, tags } = upload.record
  const object: ObjectRecord = {
    key,
    sizeBytes,
    etag: `${md5.digest('hex')}-${parts.length}`,
    modifiedMs: Date.now(),
    segments: parts.flatMap((part) => part.segments),
    checksum,
    multipart: {
      uploadId,
      partSizes: parts.map((part) => part.sizeBytes),
      ...(checksum && { partChecksums: listPartChecksums(checksum.algorithm, parts) }),
    },
    headers,
    metadata,
    tags,
  }
  storage.commit({ type: 'completeUpload', uploadId, bucket, object })
  return renderResult(context, object)
}

function renderResult(context: OperationContext, { key, etag, checksum }: ObjectRecord): Reply {
  const host = readHeader(context, 'host') ?? ''
  return xmlReply(
    renderXml([
      'CompleteMultipartUploadResult',
      [
        ['Location', `http://${host}/${context.bucket}/${encodeURIComponent(key)}`],
        ['Bucket', context.bucket],
        ['Key', key],
        ['ETag', `"${etag}"`],
        checksum ? [checksumElement(checksum.algorithm), checksum.value] : null,
        checksum ? ['ChecksumType', checksum.type] : null,
      ],
    ]),
  )
}

function selectParts(upload: Upload, named: readonly XmlElement[], minPartSizeBytes: number): PartRecord[] {
  const numbers = named.map((element) => Number(childText(element, 'PartNumber') || Number.NaN))
  if (numbers.some((number, index) => !(number > (numbers[index - 1] ?? 0)))) {
    throw new S3Error(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
    )
  }
  return named.map((element, index) => {
    const number = numbers[index] ?? 0
    const etag = (childText(element, 'ETag') ?? '').trim().replaceAll('"', '')
    const part = upload.parts.get(number)
    if (!part || part.etag !== etag || !hasNamedChecksum(element, part)) {
      throw invalidPart({ UploadId: upload.record.uploadId, PartNumber: String(number), ETag: etag })
    }
    checkNamesChecksum(upload, element, number)
    if (part.sizeBytes < minPartSizeBytes && index < named.length - 1) {
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        fields: {
          ProposedSize: String(part.sizeBytes),
          MinSizeAllowed: String(minPartSizeBytes),
          PartNumber: String(number),
          ETag: etag,
        },
      })
    }
    return part
  })
}

function hasNamedChecksum(element: XmlElement, part: PartRecord): boolean {
  return CHECKSUM_ALGORITHMS.every((algorithm) => {
    const named = childText(element, checksumElement(algorithm))
    return named === null || part.checksum === null || named === part.checksum.value
  })
}

function checkNamesChecksum({ record }: Upload, element: XmlElement, number: number): void {
  if (record.checksum?.type !== 'COMPOSITE') return
  const { algorithm } = record.checksum
  if (childText(element, checksumElement(algorithm)) !== null) return
  throw new S3Error(
    'InvalidRequest',
    `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
  )
}

function listPartChecksums(algorithm: ChecksumAlgorithm, parts: readonly PartRecord[]): (string | null)[] {
  return parts.map(({ checksum }) => (checksum?.algorithm === algorithm ? checksum.value : null))
}

function invalidPart(fields: Record<string, string>): S3Error {
  return new S3Error(
    'InvalidPart',
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    { fields },
  )
}
