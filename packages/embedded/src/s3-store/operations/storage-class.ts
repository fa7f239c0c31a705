import { S3Error } from '../protocol/s3-error.ts'
import { type OperationContext, readHeader } from '../server/operation-context.ts'
import type { ObjectRecord } from '../storage/records.ts'

const header = 'x-amz-storage-class'
const known = new Set([
  'STANDARD',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER_IR',
  'GLACIER',
  'DEEP_ARCHIVE',
  'REDUCED_REDUNDANCY',
])
/** Their objects cannot be read before a copy was retrieved. */
const archived = new Set(['GLACIER', 'DEEP_ARCHIVE'])

/** As a header of the object; none for STANDARD. @throws InvalidStorageClass */
export function readStorageClass(context: OperationContext): Record<string, string> {
  const name = readHeader(context, header)
  if (name === undefined || name === 'STANDARD') return {}
  if (!known.has(name))
    throw new S3Error('InvalidStorageClass', 'The storage class you specified is not valid')
  return { [header]: name }
}

export function storageClassOf({ headers }: ObjectRecord): string {
  return headers[header] ?? 'STANDARD'
}

/** Headers of a copy: those of its source, with the storage class of the request. */
export function withStorageClass(
  headers: Readonly<Record<string, string>>,
  context: OperationContext,
): Record<string, string> {
  const { [header]: _, ...others } = headers
  return { ...others, ...readStorageClass(context) }
}

export function isArchived(object: ObjectRecord): boolean {
  return archived.has(storageClassOf(object))
}

/** Whether the bytes can be read now. */
export function isReadable(object: ObjectRecord, nowMs = Date.now()): boolean {
  const { retrieval } = object
  return !isArchived(object) || (!!retrieval && retrieval.readyMs <= nowMs && nowMs < retrieval.expiresMs)
}

/** The header x-amz-restore, once a retrieval was requested. */
export function renderRetrieval(object: ObjectRecord, nowMs = Date.now()): Record<string, string> {
  const { retrieval } = object
  if (!retrieval || nowMs >= retrieval.expiresMs) return {}
  const text =
    nowMs < retrieval.readyMs
      ? 'ongoing-request="true"'
      : `ongoing-request="false", expiry-date="${new Date(retrieval.expiresMs).toUTCString()}"`
  return { 'x-amz-restore': text }
}
