import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { integer, uint64 } from '../query/scalars.ts'
import type { S3Arguments } from '../s3/s3-arguments.ts'

/** Parameters are those of s3Arguments, and are bound as they are. */
const bound = z.record(z.string(), z.string())

/** Whether anything under the URL can be listed, or one object seen; reads none. The format must be `One`. */
export function probeS3({ sql }: S3Arguments) {
  return defineQuery({
    name: 'probe_s3',
    params: bound,
    row: z.object({ objects: uint64 }),
    sql: `SELECT count() AS objects FROM (SELECT _path FROM s3(${sql}) LIMIT 2)`,
  })
}

/** Columns as the engine infers them. */
export function describeS3({ sql }: S3Arguments) {
  return defineQuery({
    name: 'describe_s3',
    params: bound,
    row: z.object({ name: z.string(), type: z.string() }),
    sql: `DESCRIBE TABLE s3(${sql})`,
    maxExecutionSeconds: 15,
  })
}

/**
 * The first rows, each with its number and its values as JSON text: a name such as `__proto__` or `1` keeps its place
 * and its value. With `path` (bucket/key) those of this one object.
 */
export function previewS3({ sql }: S3Arguments, limit: number, path: string | undefined) {
  const where = path === undefined ? '' : ' WHERE _path = {s3_path: String}'
  return defineQuery({
    name: 'preview_s3',
    params: bound,
    row: z.object({ row: z.string(), n: integer }),
    sql: `SELECT formatRowNoNewline('JSONCompactEachRow', *) AS row, 1 AS n FROM s3(${sql})${where} LIMIT ${limit}`,
    maxExecutionSeconds: 15,
  })
}
