import { checksumElement } from '../protocol/checksums.ts'
import { renderXml, type XmlNode } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { type Operation, type OperationContext, readHeader, xmlReply } from '../server/operation-context.ts'
import type { ObjectRecord } from '../storage/records.ts'

const ATTRIBUTES = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const

export const getObjectAttributes: Operation = (context) => {
  const object = context.storage.getObject(context.bucket, context.key)
  const wanted = readWanted(context)
  const told: Record<(typeof ATTRIBUTES)[number], XmlNode | null> = {
    ETag: ['ETag', object.etag],
    Checksum: renderChecksumElement(object),
    ObjectParts: renderParts(context, object),
    StorageClass: ['StorageClass', object.headers['x-amz-storage-class'] ?? 'STANDARD'],
    ObjectSize: ['ObjectSize', String(object.sizeBytes)],
  }
  const content = ATTRIBUTES.map((name) => (wanted.has(name) ? told[name] : null))
  return xmlReply(renderXml(['GetObjectAttributesResponse', content]), {
    'last-modified': new Date(object.modifiedMs).toUTCString(),
  })
}

function readWanted(context: OperationContext): Set<string> {
  const names = (readHeader(context, 'x-amz-object-attributes') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const known: readonly string[] = ATTRIBUTES
  if (names.length > 0 && names.every((name) => known.includes(name))) return new Set(names)
  throw new S3Error(
    'InvalidRequest',
    `x-amz-object-attributes must name one or more of ${ATTRIBUTES.join(', ')}.`,
  )
}

/** Unlike in the headers, a composite checksum has no number of parts here. */
function renderChecksumElement({ checksum }: ObjectRecord): XmlNode | null {
  if (!checksum) return null
  const value = checksum.value.replace(/-\d+$/, '')
  return [
    'Checksum',
    [
      [checksumElement(checksum.algorithm), value],
      ['ChecksumType', checksum.type],
    ],
  ]
}

/** The parts are listed only for objects with a checksum, like Amazon S3. */
function renderParts(context: OperationContext, { multipart, checksum }: ObjectRecord): XmlNode | null {
  if (!multipart) return null
  const { partSizes, partChecksums } = multipart
  const count: XmlNode = ['PartsCount', String(partSizes.length)]
  if (!checksum) return ['ObjectParts', [count]]
  const marker = readCount(context, 'x-amz-part-number-marker', 0)
  const maxParts = Math.min(readCount(context, 'x-amz-max-parts', 1000), 1000)
  const page = partSizes.slice(marker, marker + maxParts).map((sizeBytes, index): XmlNode => {
    const number = marker + index + 1
    const value = partChecksums?.[number - 1]
    return [
      'Part',
      [
        ['PartNumber', String(number)],
        ['Size', String(sizeBytes)],
        value ? [checksumElement(checksum.algorithm), value] : null,
      ],
    ]
  })
  const last = marker + page.length
  return [
    'ObjectParts',
    [
      count,
      ['PartNumberMarker', String(marker)],
      ['NextPartNumberMarker', String(last)],
      ['MaxParts', String(maxParts)],
      ['IsTruncated', String(maxParts > 0 && last < partSizes.length)],
      ...page,
    ],
  ]
}

function readCount(context: OperationContext, header: string, absent: number): number {
  const text = readHeader(context, header)
  if (text === undefined) return absent
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new S3Error('InvalidArgument', `${header} must be a number.`)
}
