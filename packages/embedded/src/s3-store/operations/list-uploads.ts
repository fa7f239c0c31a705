import { checksumElement } from '../protocol/checksums.ts'
import { renderXml, type XmlNode } from '../protocol/render-xml.ts'
import { type Operation, xmlReply } from '../server/operation-context.ts'
import { toSortKey } from '../storage/key-order.ts'
import { OWNER } from './buckets.ts'
import { readKeyEncoding, readPageSize } from './list-objects.ts'

export const listParts: Operation = (context) => {
  const { storage, bucket, key, query } = context
  const { record, parts } = storage.getUpload(bucket, key, query.get('uploadId') ?? '')
  const encode = readKeyEncoding(context)
  const marker = Number(query.get('part-number-marker') || 0)
  const maxParts = readPageSize(context, 'max-parts')
  const behind = [...parts.values()]
    .filter(({ number }) => number > marker)
    .sort((a, b) => a.number - b.number)
  const page = behind.slice(0, maxParts)
  return xmlReply(
    renderXml([
      'ListPartsResult',
      [
        ['Bucket', bucket],
        ['Key', encode(key)],
        ['UploadId', record.uploadId],
        ['Initiator', OWNER],
        ['Owner', OWNER],
        ['StorageClass', record.headers['x-amz-storage-class'] ?? 'STANDARD'],
        ['PartNumberMarker', String(marker)],
        ['NextPartNumberMarker', String(page.at(-1)?.number ?? marker)],
        ['MaxParts', String(maxParts)],
        ['IsTruncated', String(maxParts > 0 && behind.length > page.length)],
        record.checksum ? ['ChecksumAlgorithm', record.checksum.algorithm] : null,
        record.checksum ? ['ChecksumType', record.checksum.type] : null,
        ...page.map(
          ({ number, modifiedMs, etag, sizeBytes, checksum }): XmlNode => [
            'Part',
            [
              ['PartNumber', String(number)],
              ['LastModified', new Date(modifiedMs).toISOString()],
              ['ETag', `"${etag}"`],
              ['Size', String(sizeBytes)],
              checksum ? [checksumElement(checksum.algorithm), checksum.value] : null,
            ],
          ],
        ),
      ],
    ]),
  )
}

/**
 * Uploads in key order and, for one key, in order of their start. A page starts after (key-marker, upload-id-marker).
 */
export const listMultipartUploads: Operation = (context) => {
  const { storage, query } = context
  const bucket = storage.getBucket(context.bucket).name
  const encode = readKeyEncoding(context)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const keyMarker = query.get('key-marker') ?? ''
  const uploadIdMarker = query.get('upload-id-marker') ?? ''
  const maxUploads = readPageSize(context, 'max-uploads')

  const entries = new Map<string, { sortKey: string; node: XmlNode; key: string; uploadId: string }>()
  for (const { record } of storage.index.uploads.values()) {
    if (record.bucket !== bucket || !record.key.startsWith(prefix)) continue
    const cut = delimiter === '' ? -1 : record.key.indexOf(delimiter, prefix.length)
    const key = cut < 0 ? record.key : record.key.slice(0, cut + delimiter.length)
    const uploadId = cut < 0 ? record.uploadId : ''
    if (!isBehindMarker(key, uploadId, keyMarker, uploadIdMarker)) continue
    const node: XmlNode =
      cut < 0
        ? [
            'Upload',
            [
              ['Key', encode(key)],
              ['UploadId', uploadId],
              ['Initiator', OWNER],
              ['Owner', OWNER],
              ['StorageClass', record.headers['x-amz-storage-class'] ?? 'STANDARD'],
              ['Initiated', new Date(record.startedMs).toISOString()],
            ],
          ]
        : ['CommonPrefixes', [['Prefix', encode(key)]]]
    // An upload id holds no NUL, and NUL sorts below every other character: keys are compared first.
    const sortKey = `${toSortKey(key)}\u0000${uploadId}`
    entries.set(sortKey, { sortKey, node, key, uploadId })
  }
  const sorted = [...entries.values()].sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
  const page = sorted.slice(0, maxUploads)
  const last = page.at(-1)
  const isTruncated = last !== undefined && sorted.length > page.length
  return xmlReply(
    renderXml([
      'ListMultipartUploadsResult',
      [
        ['Bucket', bucket],
        ['KeyMarker', encode(keyMarker)],
        ['UploadIdMarker', uploadIdMarker],
        isTruncated ? ['NextKeyMarker', encode(last.key)] : null,
        isTruncated ? ['NextUploadIdMarker', last.uploadId] : null,
        prefix === '' ? null : ['Prefix', encode(prefix)],
        delimiter === '' ? null : ['Delimiter', encode(delimiter)],
        ['MaxUploads', String(maxUploads)],
        query.get('encoding-type') === 'url' ? ['EncodingType', 'url'] : null,
        ['IsTruncated', String(isTruncated)],
        ...page.map(({ node }) => node),
      ],
    ]),
  )
}

function isBehindMarker(key: string, uploadId: string, keyMarker: string, uploadIdMarker: string): boolean {
  if (keyMarker === '') return true
  if (key === keyMarker) return uploadIdMarker !== '' && uploadId > uploadIdMarker
  return toSortKey(key) > toSortKey(keyMarker)
}
