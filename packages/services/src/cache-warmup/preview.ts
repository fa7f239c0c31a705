import { copyableSql } from '@frostline/clickhouse'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { checkOwnSql } from './check-sql.ts'
import { planWarmup } from './plan-warmup.ts'
import { renderWarmupStep } from './render-step.ts'
import { requireWarmupRole } from './require-role.ts'
import { type WarmupDraft, type WarmupPreview, warmupDraft } from './schema.ts'

/**
 * What of the table is cached on each node, what would be fetched, and whether the caches can keep it. Each node reads the
 * metadata of every file once: only when a person asks.
 * @throws ServiceError as planWarmup and checkOwnSql do
 */
export async function previewWarmup(ctx: ServiceContext, given: WarmupDraft): Promise<WarmupPreview> {
  await authorize(ctx, 'operator')
  const { cluster, spec } = parseInput(warmupDraft, given)
  await requireWarmupRole(ctx, spec)
  const { reading, looks, columns, steps, fits, obstacle } = await planWarmup(ctx, cluster, spec)
  const present = reading.readings.filter(({ value }) => value !== null)
  if (present[0]) await checkOwnSql(present[0].node, spec, columns)
  const [first] = steps
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      rooms: looks.flatMap((look) => look.rooms),
      extents: looks.flatMap((look) => look.extents),
      columns: (looks[0]?.columns ?? []).map((column) => ({
        ...column,
        compressedBytes: looks.reduce(
          (sum, look) => sum + (look.columns.find(({ name }) => name === column.name)?.compressedBytes ?? 0n),
          0n,
        ),
      })),
      nodesWithoutTable: reading.readings.filter(({ value }) => value === null).map(({ node }) => node.name),
      bytesBehindNoCache: looks.reduce((sum, look) => sum + look.bytesBehindNoCache, 0n),
      fits,
      steps: steps.length,
      statement: first ? { node: first.node, sql: showStep(spec, columns, first) } : null,
      obstacle,
    },
  }
}

function showStep(...step: Parameters<typeof renderWarmupStep>): string {
  const { sql, params } = renderWarmupStep(...step)
  return copyableSql(sql, params)
}
