import { listRulesOfStarts } from '../../platform/approval/approve.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { planTables } from './plan-tables.ts'
import { type TierBatchPreview, type TierBatchRequest, tierBatchRequest } from './schema.ts'

const nothing = { parts: 0, rows: 0n, bytes: 0n }

/** What a plan for several tables would be if made now. Changes nothing. */
export async function previewTierBatch(
  ctx: ServiceContext,
  given: TierBatchRequest,
): Promise<TierBatchPreview> {
  await authorize(ctx, 'viewer')
  const planned = await planTables(ctx, parseInput(tierBatchRequest, given), 'viewer')
  const seen = planned.tables.map(({ plan }) => ({
    database: plan.database,
    table: plan.table,
    kind: plan.kind,
    checks: plan.checks,
    totals: plan.kind === 'planned' ? plan.totals : nothing,
    steps: plan.kind === 'planned' ? plan.steps.length : 0,
  }))
  const held = await listRulesOfStarts(
    ctx,
    seen.map(({ database, table, totals }) => {
      const of = { database, table }
      return { kind: 'tier-migration', clusterId: planned.cluster.id, of, size: totals.bytes }
    }),
  )
  const tables = seen.map((table, index) => ({
    ...table,
    rules: table.kind === 'planned' ? (held[index] ?? []) : [],
  }))
  return {
    observedAt: planned.observedAt,
    accepted: tables.every(({ kind }) => kind !== 'refused') && tables.some(({ kind }) => kind === 'planned'),
    totals: tables.reduce((sum, { totals }) => addTotals(sum, totals), nothing),
    steps: tables.reduce((sum, { steps }) => sum + steps, 0),
    tables,
  }
}

function addTotals(a: typeof nothing, b: typeof nothing): typeof nothing {
  return { parts: a.parts + b.parts, rows: a.rows + b.rows, bytes: a.bytes + b.bytes }
}
