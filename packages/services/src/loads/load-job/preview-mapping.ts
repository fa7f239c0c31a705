import {
  copyableSql,
  loadExpressionTypes,
  loadMisfits,
  loadPreview,
  loadSampleSettings,
  QueryFailedError,
  type SampledColumn,
} from '@frostline/clickhouse'
import { isWritable } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { judgeNodeRead } from '../source/explain-node-read.ts'
import { toTexts } from './inspect.ts'
import { observeLoadTarget } from './observe-target.ts'
import { withSample } from './open-sample.ts'
import { requireExpressions } from './require-expressions.ts'
import { type LoadTargetView, type MappingPreview, mappingInput } from './schema.ts'

/**
 * What the mapping makes of the first rows, judged by the engine: the types of the expressions, values that do not fit,
 * and the rows as they would stand in the table.
 */
export async function previewLoadMapping(
  ctx: ServiceContext,
  given: z.input<typeof mappingInput>,
): Promise<MappingPreview> {
  const input = await authorizeInput(ctx, 'operator', mappingInput, given)
  const target = await observeLoadTarget(ctx, { cluster: input.cluster, ...input.target })
  const columns = mapOnto(target, input.mapping)
  return withSample(ctx, input, async ({ node, s3, bound, shown, exactPath, options }) => {
    const observedAt = ctx.now()
    const started = performance.now()
    await requireExpressions(node, input)
    const settings = { ...options.settings, ...loadSampleSettings }
    const types = await node.client.query(loadExpressionTypes(s3, columns), bound, { ...options, settings })
    const readTypes = types.rows.map(({ type }) => type)
    const misfitQuery = loadMisfits(s3, columns, readTypes, exactPath)
    const previewQuery = loadPreview(s3, columns, 20, exactPath)
    const faults: string[] = []
    const [misfits, rows] = await Promise.all([
      keepFault(node.client.query(misfitQuery, bound, { ...options, settings })),
      keepFault(node.client.query(previewQuery, bound, { ...options, settings })),
    ])
    const found = misfits?.rows[0]
    return {
      observedAt,
      elapsedMs: performance.now() - started,
      node: node.name,
      sampledRows: found?.rows ?? 0n,
      columns: columns.map(({ name, type, expression }, index) => ({
        column: name,
        type,
        expression: expression ?? '',
        readType: types.rows[index]?.type ?? '',
        misfits: found?.misfits[index] ?? 0n,
        example: found?.examples[index] ?? '',
      })),
      rows: rows?.rows.map(({ row }) => toTexts(row)) ?? [],
      fault: faults.length === 0 ? null : faults.join(' '),
      sql: [misfitQuery, previewQuery].map((query) => ({
        name: query.name,
        sql: copyableSql(query.render(bound), shown),
      })),
    }

    /** A value that cannot be converted is what this looks for: the rest still counts. */
    async function keepFault<Value>(reading: Promise<Value>): Promise<Value | null> {
      try {
        return await reading
      } catch (thrown) {
        if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
        const { message } = judgeNodeRead(thrown)
        if (!faults.includes(message)) faults.push(message)
        return null
      }
    }
  })
}

/**
 * The mapping with the types of the target, in its own order.
 * @throws ServiceError `invalid` for a column that the target does not have, or that cannot be written.
 */
export function mapOnto(
  target: Pick<LoadTargetView, 'database' | 'table' | 'columns'>,
  mapping: readonly { column: string; expression: string }[],
): (SampledColumn & { expression: string })[] {
  const byName = new Map(target.columns.map((column) => [column.name, column]))
  const seen = new Set<string>()
  return mapping.map(({ column: name, expression }) => {
    const column = byName.get(name)
    const about = `The column ${name} of ${target.database}.${target.table}`
    if (!column) throw new ServiceError('invalid', `${about} does not exist.`, { hint: 'Refresh the table.' })
    if (!isWritable(column))
      throw new ServiceError('invalid', `${about} is ${column.defaultKind}. The server computes it.`, {
        hint: 'Remove it from the mapping.',
      })
    if (seen.has(name))
      throw new ServiceError('invalid', `${about} is mapped twice.`, { hint: 'Remove one of the mappings.' })
    seen.add(name)
    return { name, type: column.type, expression }
  })
}
