import { S3Error } from '../protocol/s3-error.ts'
import { type OperationContext, readHeader } from '../server/operation-context.ts'
import type { ObjectRecord } from '../storage/records.ts'

/** The part of an object that conditions compare. */
export type Comparable = Pick<ObjectRecord, 'etag' | 'modifiedMs'>

/**
 * Decides a conditional GET or HEAD (RFC 9110 §13.2.2), or the source of a copy with the prefix `x-amz-copy-source-`.
 * Times are compared in whole seconds, like Last-Modified.
 */
export function evaluateReadConditions(
  context: OperationContext,
  object: Comparable,
  prefix = '',
): 'proceed' | 'notModified' {
  const header = (name: string): string | undefined => readHeader(context, prefix + name)
  const ifMatch = header('if-match')
  const ifNoneMatch = header('if-none-match')
  const seconds = Math.floor(object.modifiedMs / 1000)
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, object.etag)) throw preconditionFailed('If-Match')
  } else {
    const unmodifiedSince = parseSeconds(header('if-unmodified-since'))
    if (unmodifiedSince !== null && seconds > unmodifiedSince) throw preconditionFailed('If-Unmodified-Since')
  }
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, object.etag) ? 'notModified' : 'proceed'
  const modifiedSince = parseSeconds(header('if-modified-since'))
  return modifiedSince !== null && seconds <= modifiedSince ? 'notModified' : 'proceed'
}

/**
 * Checks If-None-Match and If-Match of a write against the current object. Call it in the same turn as the commit.
 *
 * @throws PreconditionFailed, and NoSuchKey for If-Match on a key without an object.
 */
export function checkWriteConditions(context: OperationContext, current: Comparable | undefined): void {
  const ifNoneMatch = readHeader(context, 'if-none-match')
  const ifMatch = readHeader(context, 'if-match')
  if (ifNoneMatch !== undefined && current && matchesEtag(ifNoneMatch, current.etag)) {
    throw preconditionFailed('If-None-Match')
  }
  if (ifMatch === undefined) return
  if (!current)
    throw new S3Error('NoSuchKey', 'The specified key does not exist.', { fields: { Key: context.key } })
  if (!matchesEtag(ifMatch, current.etag)) throw preconditionFailed('If-Match')
}

export function preconditionFailed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    fields: { Condition: condition },
  })
}

function matchesEtag(header: string, etag: string): boolean {
  return header.split(',').some((entry) => {
    const candidate = entry.trim().replace(/^W\//, '')
    return candidate === '*' || candidate.replaceAll('"', '') === etag
  })
}

function parseSeconds(header: string | undefined): number | null {
  const ms = Date.parse(header ?? '')
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}
