import {
  copyableSql,
  describeS3,
  interactiveS3Settings,
  previewS3,
  probeS3,
  type QueryOptions,
  type SqlParams,
} from '@frostline/clickhouse'
import { z } from 'zod'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { explainNodeRead } from '../explain-node-read.ts'
import { detectFormat } from './detect-format.ts'
import { previewRowsInput, type RowsPreview } from './schema.ts'
import { withBucket } from './with-bucket.ts'

const rowLimit = 20
const valueLimit = 500

const readOptions: QueryOptions = {
  timeoutMs: 20_000,
  settings: {
    ...interactiveS3Settings,
    max_threads: 1,
    max_block_size: String(rowLimit),
    max_memory_usage: String(2n * 1024n ** 3n),
    input_format_parallel_parsing: 0,
    // Values pass through JSON as text, and must keep their digits.
    output_format_json_quote_decimals: 1,
  },
}

/**
 * The first rows of one object as the engine reads them, on one node.
 * @throws ServiceError `invalid` for a key that ClickHouse cannot read alone, `refused` with the engine's message.
 */
export async function previewObjectRows(
  ctx: ServiceContext,
  given: z.input<typeof previewRowsInput>,
): Promise<RowsPreview> {
  const input = await authorizeInput(ctx, 'operator', previewRowsInput, given)
  const { bucket, key } = input
  const detected = detectFormat(key)
  const format = input.format ?? detected.format
  const compression = input.compression ?? detected.compression
  if (!format)
    throw new ServiceError('invalid', `The format of ${key} cannot be determined from its name.`, {
      hint: 'Choose a format, or open the raw text.',
    })
  const cluster = await ctx.clusters.get(input.cluster)
  const node = cluster.nodes.find(({ name }) => input.node === undefined || name === input.node)
  if (!node) throw new ServiceError('not_found', `${cluster.name} has no node ${input.node}.`)
  return withBucket(ctx, input, async (source) => {
    const observedAt = ctx.now()
    const started = performance.now()
    const s3 = source.arguments(bucket, { key, format, compression })
    const { exactPath } = s3
    const bound = { ...stringsOf(s3.params), ...(exactPath === undefined ? {} : { s3_path: exactPath }) }
    const shown = { ...s3.shown, ...(exactPath === undefined ? {} : { s3_path: exactPath }) }
    const query = previewS3(s3, rowLimit, exactPath)
    try {
      if (exactPath !== undefined) await requireAlone()
      const described = await node.client.query(describeS3(s3), stringsOf(s3.params), readOptions)
      const read = await node.client.query(query, bound, readOptions)
      return {
        observedAt,
        elapsedMs: performance.now() - started,
        format,
        compression,
        columns: described.rows,
        rows: read.rows.map(({ row }) => cells.parse(JSON.parse(row)).map(toText)),
        node: node.name,
        sql: copyableSql(query.render(bound), shown),
      }
    } catch (thrown) {
      throw explainNodeRead(thrown, `${bucket}/${key} could not be read on ${node.name} as ${format}`)
    }

    /** The engine infers columns from the first object that a pattern matches, whichever one the query wants (26.7). */
    async function requireAlone(): Promise<void> {
      const one = source.arguments(bucket, { key, format: 'One' })
      const probe = await node?.client.query(probeS3(one), stringsOf(one.params), readOptions)
      if ((probe?.rows[0]?.objects ?? 0n) < 2n) return
      throw new ServiceError(
        'invalid',
        `ClickHouse reads the name ${JSON.stringify(key)} as a pattern, which also matches other objects.`,
        { hint: 'Open the raw text, or copy the object to a name without *, ?, { and line breaks.' },
      )
    }
  })
}

const cells = z.array(z.unknown())

function toText(value: unknown): string | null {
  if (value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > valueLimit ? `${text.slice(0, valueLimit)}…` : text
}

function stringsOf(params: SqlParams): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}
