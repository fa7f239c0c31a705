import { copyableSql, describeS3, previewS3 } from '@frostline/clickhouse'
import { proposeTable } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { withSample } from './open-sample.ts'
import { inspectLoadInput, type LoadInspection } from './schema.ts'

const rowLimit = 20
const valueLimit = 500

/** Columns and first rows of one object, as a node reads it with these options, and a table that would hold them. */
export async function inspectLoad(
  ctx: ServiceContext,
  given: z.input<typeof inspectLoadInput>,
): Promise<LoadInspection> {
  const at = await authorizeInput(ctx, 'operator', inspectLoadInput, given)
  return withSample(ctx, at, async ({ node, s3, bound, shown, exactPath, options }) => {
    const observedAt = ctx.now()
    const started = performance.now()
    const { rows: columns } = await node.client.query(describeS3(s3), bound, options)
    const query = previewS3(s3, rowLimit, exactPath)
    const read = await node.client.query(query, bound, options)
    const rows = read.rows.map(({ row }) => toTexts(row))
    const nulls = columns
      .filter((_, index) => rows.some((row) => row[index] === null))
      .map(({ name }) => name)
    return {
      observedAt,
      elapsedMs: performance.now() - started,
      node: node.name,
      columns,
      rows,
      nullColumns: nulls,
      sql: copyableSql(query.render(bound), shown),
      proposed: proposeTable(columns, new Set(nulls)),
    }
  })
}

const cells = z.array(z.unknown())

/** A row in JSONCompactEachRow as texts, cut to what a person reads. */
export function toTexts(row: string): (string | null)[] {
  return cells.parse(JSON.parse(row)).map((value) => {
    if (value === null) return null
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.length > valueLimit ? `${text.slice(0, valueLimit)}…` : text
  })
}
