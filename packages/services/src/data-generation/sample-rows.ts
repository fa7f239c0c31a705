import { gzipSync } from 'node:zlib'
import {
  describeRows,
  firstRows,
  type QueryDefinition,
  QueryFailedError,
  type QueryOptions,
  textOfRows,
} from '@frostline/clickhouse'
import type { GenerationSpec } from '@frostline/domain'
import { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection, ConnectedNode } from '../cluster/cluster-connection.ts'
import { requireSafeSelect } from '../sql-judgement/require-safe-select.ts'
import type { GenerationPreview } from './schema.ts'

const shownRows = 20
/** Enough for the size of a row to settle within a few percent, and a megabyte or two at the most. */
const sampledRows = 2_000
const valueLimit = 500
/** Of ClickHouse: output_format_compression_level. */
const gzipLevel = 3

const options: QueryOptions = {
  timeoutMs: 20_000,
  settings: {
    max_threads: 1,
    max_memory_usage: String(2n * 1024n ** 3n),
    // Values go through JSON to become text: digits must not.
    output_format_json_quote_decimals: 1,
  },
}

/** Formats of one line a row, under the name that formatRow takes. */
const lineFormats: Readonly<Partial<Record<GenerationSpec['format'], string>>> = {
  CSVWithNames: 'CSV',
  CSV: 'CSV',
  TSVWithNames: 'TSV',
  TSV: 'TSV',
  JSONEachRow: 'JSONEachRow',
}

type Sample = GenerationPreview['sample'] & Pick<GenerationPreview, 'estimate'>

/**
 * The first rows on the first node that answers, and what all would take by them. The store is not touched.
 * @throws ServiceError `refused` with the engine's own words, `unreachable`
 */
export async function sampleRows(
  { name, nodes }: ClusterConnection,
  spec: GenerationSpec,
  rows: string,
): Promise<Sample> {
  for (const node of nodes) {
    try {
      return await sampleOn(node, spec, rows)
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown
      if (thrown.failure.kind === 'refused')
        throw new ServiceError(
          'refused',
          `${node.name} refused the rows with code ${thrown.failure.error.code}: ${thrown.failure.error.message.slice(0, 1_000)}`,
          {
            hint: 'Correct the query. It is one SELECT, without FORMAT and without a semicolon.',
            cause: thrown,
          },
        )
    }
  }
  throw new ServiceError('unreachable', `No node of ${name} answers.`, {
    hint: 'Rows are made by the nodes: bring one back, then try again.',
  })
}

async function sampleOn(node: ConnectedNode, spec: GenerationSpec, rows: string): Promise<Sample> {
  const queries: Sample['queries'] = []
  async function ask<Row>(query: QueryDefinition<object, Record<string, never>, Row>): Promise<Row[]> {
    const answer = await node.client.query(query, {}, options)
    queries.push({
      name: answer.name,
      sql: answer.copyableSql,
      elapsedMs: answer.elapsedMs,
      rows: answer.rows.length,
    })
    return answer.rows
  }
  if (spec.content.kind === 'query') await requireSafeSelect(node, 'query', spec.content.query)
  const columns = await ask(describeRows(rows))
  const first = await ask(firstRows(rows, shownRows))
  const format = lineFormats[spec.format]
  const [text] = format === undefined ? [] : await ask(textOfRows(rows, format, sampledRows))
  return {
    node: node.name,
    columns,
    rows: first.map(({ row }) => z.array(z.unknown()).parse(JSON.parse(row)).map(toText)),
    queries,
    estimate: text && text.rows > 0n ? extrapolate(spec, text) : null,
  }
}

/** Of the packings only gzip can be had here; the others are told as text. */
function extrapolate(
  { rows, compression }: GenerationSpec,
  sample: { rows: bigint; bytes: bigint; text: string },
): NonNullable<GenerationPreview['estimate']> {
  const text = Buffer.from(sample.text)
  const share = compression === 'gzip' ? gzipSync(text, { level: gzipLevel }).length / text.length : 1
  const sampled = Number(sample.rows)
  return {
    sampledRows: sampled,
    sizeBytes: BigInt(Math.round((Number(sample.bytes) / sampled) * share * rows)),
    packed: compression === 'gzip' || compression === 'none',
  }
}

function toText(value: unknown): string | null {
  if (value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > valueLimit ? `${text.slice(0, valueLimit)}…` : text
}
