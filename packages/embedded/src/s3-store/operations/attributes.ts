import { S3Error } from '../protocol/s3-error.ts'
import { parseQuery } from '../protocol/uri-encoding.ts'
import { type OperationContext, readHeader } from '../server/operation-context.ts'
import type { ObjectAttributes, ObjectRecord, Tag } from '../storage/records.ts'
import { readStorageClass, renderRetrieval } from './storage-class.ts'

const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-language',
  'expires',
  'x-amz-website-redirect-location',
] as const

const METADATA_PREFIX = 'x-amz-meta-'
const MAX_METADATA_BYTES = 2048

/** What a request's headers say about the object it creates. */
export function readAttributes(context: OperationContext): ObjectAttributes {
  const headers: Record<string, string> = {
    'content-type': readHeader(context, 'content-type') ?? 'binary/octet-stream',
  }
  for (const name of KEPT_HEADERS) {
    const value = readHeader(context, name)
    if (value !== undefined) headers[name] = value
  }
  // aws-chunked is the transfer encoding of the body, not the object's encoding.
  const encoding = (readHeader(context, 'content-encoding') ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '' && token !== 'aws-chunked')
  if (encoding.length > 0) headers['content-encoding'] = encoding.join(',')
  Object.assign(headers, readStorageClass(context))
  return {
    headers,
    metadata: readMetadata(context),
    tags: parseTagging(readHeader(context, 'x-amz-tagging') ?? ''),
  }
}

/** Headers that describe an object in responses to GET and HEAD. */
export function renderAttributes(object: ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {
    ...object.headers,
    etag: `"${object.etag}"`,
    'last-modified': new Date(object.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
    ...renderRetrieval(object),
  }
  for (const [name, value] of Object.entries(object.metadata)) headers[METADATA_PREFIX + name] = value
  if (object.tags.length > 0) headers['x-amz-tagging-count'] = String(object.tags.length)
  return headers
}

/** Parses the query form of tags (`a=1&b=2`). */
function parseTagging(text: string): Tag[] {
  return checkTags(parseQuery(text))
}

/** @throws InvalidTag unless there are at most 10 tags with distinct keys of 1–128 and values of up to 256 characters. */
export function checkTags(tags: Tag[]): Tag[] {
  const keys = new Set(tags.map(([key]) => key))
  if (tags.length > 10) throw new S3Error('InvalidTag', 'Object tags cannot be greater than 10')
  if (keys.size < tags.length)
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key')
  for (const [key, value] of tags) {
    if (key === '' || key.length > 128)
      throw new S3Error('InvalidTag', 'The TagKey you have provided is invalid')
    if (value.length > 256) throw new S3Error('InvalidTag', 'The TagValue you have provided is invalid')
  }
  return tags
}

function readMetadata(context: OperationContext): Record<string, string> {
  const metadata: Record<string, string> = {}
  let sizeBytes = 0
  for (const [name, value] of Object.entries(context.request.headers)) {
    if (!name.startsWith(METADATA_PREFIX) || value === undefined) continue
    const text = Array.isArray(value) ? value.join(',') : value
    metadata[name.slice(METADATA_PREFIX.length)] = text
    sizeBytes += name.length - METADATA_PREFIX.length + text.length
  }
  if (sizeBytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
      fields: { MaxSizeAllowed: String(MAX_METADATA_BYTES), Size: String(sizeBytes) },
    })
  }
  return metadata
}
