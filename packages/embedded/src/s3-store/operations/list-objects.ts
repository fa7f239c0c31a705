import { renderXml, type XmlNode } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { encodeListedKey } from '../protocol/uri-encoding.ts'
import { type Operation, type OperationContext, xmlReply } from '../server/operation-context.ts'
import { type Listing, listObjects } from '../storage/list-objects.ts'
import type { Bucket } from '../storage/object-index.ts'
import { OWNER } from './buckets.ts'

export const listObjectsV2: Operation = (context) => {
  const token = context.query.get('continuation-token')
  const startAfter = context.query.get('start-after') ?? ''
  const { listing, common, encode, bucket } = list(
    context,
    token === undefined ? startAfter : decodeToken(token),
  )
  return xmlReply(
    renderXml([
      'ListBucketResult',
      [
        ...common,
        ['KeyCount', String(listing.keys.length + listing.commonPrefixes.length)],
        token === undefined ? null : ['ContinuationToken', token],
        listing.nextAfter === null ? null : ['NextContinuationToken', encodeToken(listing.nextAfter)],
        startAfter === '' ? null : ['StartAfter', encode(startAfter)],
        ...renderEntries(bucket, listing, encode, context.query.get('fetch-owner') === 'true'),
      ],
    ]),
    { 'x-amz-bucket-region': context.region },
  )
}

/** NextMarker is returned only with a delimiter; without one a client continues from the last key. */
export const listObjectsV1: Operation = (context) => {
  const marker = context.query.get('marker') ?? ''
  const { listing, common, encode, bucket } = list(context, marker)
  const hasDelimiter = (context.query.get('delimiter') ?? '') !== ''
  return xmlReply(
    renderXml([
      'ListBucketResult',
      [
        ...common,
        ['Marker', encode(marker)],
        hasDelimiter && listing.nextAfter !== null ? ['NextMarker', encode(listing.nextAfter)] : null,
        ...renderEntries(bucket, listing, encode, true),
      ],
    ]),
    { 'x-amz-bucket-region': context.region },
  )
}

export type EncodeKey = (key: string) => string

/** @throws InvalidArgument for another encoding than `url`. */
export function readKeyEncoding(context: OperationContext): EncodeKey {
  const encoding = context.query.get('encoding-type')
  if (encoding === undefined || encoding === '') return (key) => key
  if (encoding === 'url') return encodeListedKey
  throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request')
}

/** Reads a page size; more than 1000 is 1000. */
export function readPageSize(context: OperationContext, name: string): number {
  const text = context.query.get(name)
  if (text === undefined || text === '') return 1000
  if (!/^\d{1,10}$/.test(text)) {
    throw new S3Error('InvalidArgument', `Argument ${name} must be an integer between 0 and 2147483647`)
  }
  return Math.min(Number(text), 1000)
}

function list(context: OperationContext, after: string) {
  const { query } = context
  const encode = readKeyEncoding(context)
  const bucket = context.storage.getBucket(context.bucket)
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const maxEntries = readPageSize(context, 'max-keys')
  const listing = listObjects(bucket.sortedKeys, { prefix, delimiter, after, maxEntries })
  const common: (XmlNode | null)[] = [
    ['Name', bucket.name],
    ['Prefix', encode(prefix)],
    delimiter === '' ? null : ['Delimiter', encode(delimiter)],
    ['MaxKeys', String(maxEntries)],
    query.get('encoding-type') === 'url' ? ['EncodingType', 'url'] : null,
    ['IsTruncated', String(listing.nextAfter !== null)],
  ]
  return { listing, common, encode, bucket }
}

function renderEntries(bucket: Bucket, listing: Listing, encode: EncodeKey, withOwner: boolean): XmlNode[] {
  const contents = listing.keys.flatMap((key): XmlNode[] => {
    const object = bucket.objects.get(key)
    if (!object) return []
    return [
      [
        'Contents',
        [
          ['Key', encode(key)],
          ['LastModified', new Date(object.modifiedMs).toISOString()],
          ['ETag', `"${object.etag}"`],
          object.checksum ? ['ChecksumAlgorithm', object.checksum.algorithm] : null,
          object.checksum ? ['ChecksumType', object.checksum.type] : null,
          ['Size', String(object.sizeBytes)],
          withOwner ? ['Owner', OWNER] : null,
          ['StorageClass', object.headers['x-amz-storage-class'] ?? 'STANDARD'],
        ],
      ],
    ]
  })
  const prefixes = listing.commonPrefixes.map(
    (prefix): XmlNode => ['CommonPrefixes', [['Prefix', encode(prefix)]]],
  )
  return [...contents, ...prefixes]
}

// The leading digit keeps a token from being empty and leaves room for another form.
function encodeToken(after: string): string {
  return `1${Buffer.from(after).toString('base64url')}`
}

function decodeToken(token: string): string {
  const after = Buffer.from(token.slice(1), 'base64url').toString()
  if (after === '' || encodeToken(after) !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
      fields: { ArgumentName: 'continuation-token' },
    })
  }
  return after
}
