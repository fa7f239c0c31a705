import { type ByteRange, parseRange } from '../protocol/range.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { type Operation, type OperationContext, type Reply, readHeader } from '../server/operation-context.ts'
import { sliceSegments } from '../storage/read-segments.ts'
import type { ObjectRecord } from '../storage/records.ts'
import { renderAttributes } from './attributes.ts'
import { evaluateReadConditions } from './conditions.ts'
import { renderChecksum } from './put-object.ts'
import { isReadable, storageClassOf } from './storage-class.ts'

/** GetObject, and HeadObject: the server omits the body of a response to HEAD. */
export const getObject: Operation = (context) => {
  const object = context.storage.getObject(context.bucket, context.key)
  const attributes = renderAttributes(object)
  if (evaluateReadConditions(context, object) === 'notModified') {
    const { etag = '', 'last-modified': lastModified = '', 'cache-control': cacheControl } = attributes
    return {
      status: 304,
      headers: {
        etag,
        'last-modified': lastModified,
        ...(cacheControl && { 'cache-control': cacheControl }),
      },
    }
  }
  const headers = { ...attributes, ...readOverrides(context) }
  if (context.request.method === 'GET' && !isReadable(object))
    throw new S3Error('InvalidObjectState', "The operation is not valid for the object's storage class", {
      fields: { StorageClass: storageClassOf(object) },
    })
  const range = readRange(context, object)
  if (range !== null) {
    return {
      status: 206,
      headers: {
        ...headers,
        ...renderPart(context, object),
        'content-range': `bytes ${range.start}-${range.end}/${object.sizeBytes}`,
        'content-length': String(range.end - range.start + 1),
      },
      body: sliceSegments(object.segments, range),
    }
  }
  // The stored checksum is that of the whole object: with a range a client would take it for the range's.
  const checksum = wantsChecksum(context) ? object.checksum : null
  return wholeReply(object, { ...headers, ...renderChecksum(checksum) })
}

function wholeReply(object: ObjectRecord, headers: Record<string, string>): Reply {
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(object.sizeBytes) },
    body: object.segments,
  }
}

function readRange(context: OperationContext, object: ObjectRecord): ByteRange | null {
  const partNumber = context.query.get('partNumber')
  if (partNumber !== undefined) return readPartRange(partNumber, object)
  const outcome = parseRange(readHeader(context, 'range'), object.sizeBytes)
  if (outcome.kind === 'whole') return null
  if (outcome.kind === 'part') return outcome.range
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    fields: {
      RangeRequested: readHeader(context, 'range') ?? '',
      ActualObjectSize: String(object.sizeBytes),
    },
    headers: { 'content-range': `bytes */${object.sizeBytes}` },
  })
}

function readPartRange(text: string, object: ObjectRecord): ByteRange | null {
  const sizes = object.multipart?.partSizes ?? [object.sizeBytes]
  const number = Number(text)
  const size = sizes[number - 1]
  if (!Number.isInteger(number) || size === undefined) {
    throw new S3Error('InvalidPartNumber', 'The requested partnumber is not satisfiable')
  }
  if (object.sizeBytes === 0) return null
  const start = sizes.slice(0, number - 1).reduce((sum, partSize) => sum + partSize, 0)
  return { start, end: start + size - 1 }
}

function wantsChecksum(context: OperationContext): boolean {
  return readHeader(context, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
}

/** With a part number: how many there are, and the checksum of that part. */
function renderPart(context: OperationContext, object: ObjectRecord): Record<string, string> {
  const number = context.query.get('partNumber')
  if (number === undefined) return {}
  const { multipart, checksum } = object
  // An object in one piece is its part 1.
  if (!multipart) return renderChecksum(wantsChecksum(context) ? checksum : null)
  const value = multipart.partChecksums?.[Number(number) - 1]
  return {
    'x-amz-mp-parts-count': String(multipart.partSizes.length),
    ...(value && checksum && wantsChecksum(context) && renderChecksum({ ...checksum, value })),
  }
}

const OVERRIDABLE = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

function readOverrides(context: OperationContext): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of OVERRIDABLE) {
    const value = context.query.get(`response-${name}`)
    if (value !== undefined) headers[name] = value
  }
  return headers
}
