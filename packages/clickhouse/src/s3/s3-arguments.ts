import { randomBytes } from 'node:crypto'
import type { SqlParams } from '../sql/copyable-sql.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'

/** What a statement proves to the store with. */
export type S3Access =
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string }
  /** The servers' own credentials, where they let queries use them; nothing is sent. */
  | { kind: 'environment' }
  /** A named collection that exists on every node asked. */
  | { kind: 'collection'; name: string }

export interface S3Object {
  /** With the path as writeObjectPath or writeGlobPath gives it. */
  url: string
  format: string
  /** Columns as in CREATE TABLE. Left out: the engine infers them. */
  structure?: string | undefined
  /** none, gzip, zstd, lz4, … or auto, by the name. */
  compression?: string | undefined
}

/**
 * The inside of `s3(…)` and, after the cluster's name, of `s3Cluster(cluster, …)`. `shown` stands in for `params` in
 * everything that people, logs and the ledger get to see.
 */
export interface S3Arguments {
  sql: string
  params: SqlParams
  shown: SqlParams
}

/**
 * Everything is bound: a statement that fails before its literals are masked (a syntax error, a parameter that is
 * missing: Code 62 and 456) stands in query_log as it was sent, with a literal secret in clear (seen with 26.7). A statement
 * may hold SQL of people beside these arguments, and `{name: String}` in it would read whatever is bound under the name: so
 * nobody can know the names of the keys.
 */
export function s3Arguments(access: S3Access, object: S3Object): S3Arguments {
  const { structure, compression = 'auto' } = object
  const params = {
    s3_url: object.url,
    s3_format: object.format,
    s3_compression: compression,
    ...(structure === undefined ? {} : { s3_structure: structure }),
  }
  if (access.kind === 'collection') {
    const columns = structure === undefined ? '' : ', structure = {s3_structure: String}'
    const sql = `${quoteIdentifier(access.name)}, url = {s3_url: String}, format = {s3_format: String}, compression_method = {s3_compression: String}${columns}`
    return { sql, params, shown: params }
  }
  // The engine takes 'auto' for a structure that it has to infer.
  const rest = `{s3_format: String}, ${structure === undefined ? "'auto'" : '{s3_structure: String}'}, {s3_compression: String}`
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
 * Settings of every statement that reads a bucket while a person waits. The server retries a store that does not
 * answer 500 times, past max_execution_time, and the statement can then only be killed; this setting, called
 * deprecated, still ends that (26.7).
 */
export const impatientS3Settings = { s3_retry_attempts: '1' } as const
