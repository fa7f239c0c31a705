import { randomBytes } from 'node:crypto'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'

/** Credentials of a statement for the store. */
export type S3Access =
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string }
  /** The servers' own credentials, where they allow queries to use them; nothing is sent. */
  | { kind: 'environment' }
  /** A named collection that exists on every node queried. */
  | { kind: 'collection'; name: string }

export interface S3Object {
  /** With the path from writeObjectPath or writeGlobPath. */
  url: string
  format: string
  /** Columns as in CREATE TABLE. Omitted: the engine infers them. */
  structure?: string | undefined
  /** none, gzip, zstd, lz4, … or auto, by the extension. */
  compression?: string | undefined
  /** Of an object that is written. Omitted: that of the bucket. */
  storageClass?: string | undefined
}

/**
 * The arguments of `s3(…)` and, after the cluster's name, of `s3Cluster(cluster, …)`. `shown` replaces `params` in
 * everything that people, logs and the ledger see.
 */
export interface S3Arguments {
  sql: string
  params: SqlParams
  shown: SqlParams
}

/**
 * Everything is bound: a statement that fails before its literals are masked (a syntax error, a missing parameter: Code
 * 62 and 456) is in query_log as it was sent, with literal secrets in clear text (seen on 26.7). A statement may
 * contain user SQL beside these arguments, and `{name: String}` in it would read whatever is bound under the name: so
 * the names of the keys are unpredictable.
 */
export function s3Arguments(access: S3Access, object: S3Object): S3Arguments {
  const { structure, compression = 'auto', storageClass } = object
  const params = {
    s3_url: object.url,
    s3_format: object.format,
    s3_compression: compression,
    ...(structure === undefined ? {} : { s3_structure: structure }),
    ...(storageClass === undefined ? {} : { s3_class: storageClass }),
  }
  const ending = storageClass === undefined ? '' : ', storage_class_name = {s3_class: String}'
  if (access.kind === 'collection') {
    const columns = structure === undefined ? '' : ', structure = {s3_structure: String}'
    const sql = `${quoteIdentifier(access.name)}, url = {s3_url: String}, format = {s3_format: String}, compression_method = {s3_compression: String}${columns}${ending}`
    return { sql, params, shown: params }
  }
  // The engine accepts 'auto' for a structure that it has to infer.
  const rest = `{s3_format: String}, ${structure === undefined ? "'auto'" : '{s3_structure: String}'}, {s3_compression: String}${ending}`
  if (access.kind === 'environment') return { sql: `{s3_url: String}, ${rest}`, params, shown: params }
  const mark = randomBytes(8).toString('hex')
  const [key, secret] = [`s3_key_${mark}`, `s3_secret_${mark}`]
  return {
    sql: `{s3_url: String}, {${key}: String}, {${secret}: String}, ${rest}`,
    params: { ...params, [key]: access.accessKeyId, [secret]: access.secretAccessKey },
    shown: { ...params, [key]: '[HIDDEN]', [secret]: '[HIDDEN]' },
  }
}

/**
 * Settings of every statement that reads a bucket while a person waits. The server retries a store that does not answer
 * 500 times, beyond max_execution_time, and the statement can then only be killed; this setting, though deprecated,
 * still prevents that (26.7).
 */
export const interactiveS3Settings = { s3_retry_attempts: '1' } as const
