import { createHash } from 'node:crypto'
import {
  CHECKSUM_ALGORITHMS,
  type Checksum,
  checksumElement,
  checksumHeader,
  joinChecksums,
} from '../protocol/checksums.ts'
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

/**
 * Joins the parts named into an object; the others are dropped. A repeated request (its first answer was lost) is
 * answered again as long as the object at the key is the one it made.
 */
export const completeMultipartUpload: Operation = async (context) => {
  const { storage, bucket, key } = context
  const uploadId = context.query.get('uploadId') ?? ''
  const root = parseXml(await receiveText(context))
  const named = root.children.filter(({ name }) => name === 'Part')
  if (root.name !== 'CompleteMultipartUpload' || named.length === 0) {
    throw new S3Error('MalformedXML', 'CompleteMultipartUpload takes one Part element or more.')
  }
  const current = storage.getBucket(bucket).objects.get(key)
  if (current?.multipart?.uploadId === uploadId) return renderResult(context, current)

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
  const checksum = joinPartChecksums(upload, parts)
  checkDeclaredChecksum(context, checksum)
  checkWriteConditions(context, current)
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
    multipart: { uploadId, partSizes: parts.map((part) => part.sizeBytes) },
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
      throw new S3Error(
        'InvalidPart',
        "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
        { fields: { UploadId: upload.record.uploadId, PartNumber: String(number), ETag: etag } },
      )
    }
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

function joinPartChecksums(upload: Upload, parts: readonly PartRecord[]): Checksum | null {
  const { checksum } = upload.record
  if (!checksum) return null
  const values = parts.flatMap(({ checksum: own, sizeBytes }) =>
    own?.algorithm === checksum.algorithm ? [{ value: own.value, sizeBytes }] : [],
  )
  return values.length === parts.length ? joinChecksums(checksum.algorithm, checksum.type, values) : null
}

function checkDeclaredChecksum(context: OperationContext, checksum: Checksum | null): void {
  // Only for the object's own algorithm and type: headers of another kind are those of the request document.
  if (checksum?.type !== 'FULL_OBJECT' || readHeader(context, 'x-amz-checksum-type') !== 'FULL_OBJECT') return
  const declared = readHeader(context, checksumHeader(checksum.algorithm))
  if (declared !== undefined && declared !== checksum.value) {
    throw new S3Error(
      'BadDigest',
      `The ${checksum.algorithm} you specified did not match the calculated checksum.`,
    )
  }
}
