import { warmCacheSettings } from '@frostline/clickhouse'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { ShownStatements } from '../../platform/base/shown-statements.ts'
import { findKnownSettings } from '../../platform/reading/find-known-settings.ts'
import { checkCustomSql } from './check-sql.ts'
import { planWarmup, type WarmupPlan } from './plan-warmup.ts'
import { showWarmupStep } from './render-step.ts'
import { requireWarmupRole } from './require-role.ts'
import { type WarmupDraft, type WarmupPreview, warmupDraft } from './schema.ts'

/**
 * How much of the table is cached on each node, what would be fetched, and whether the caches can keep it. Each node
 * reads the metadata of every file once: only on request.
 * @throws ServiceError as planWarmup and checkCustomSql do
 */
export async function previewWarmup(ctx: ServiceContext, given: WarmupDraft): Promise<WarmupPreview> {
  const { draft, plan } = await planDraft(ctx, given)
  const { reading, looks, steps, fits, obstacle } = plan
  const [first] = await showSteps(draft, plan, steps.slice(0, 1))
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
      replicated: looks.every((look) => look.replicated),
      unseenShards: plan.unseenShards,
      bytesBehindNoCache: looks.reduce((sum, look) => sum + look.bytesBehindNoCache, 0n),
      fits,
      steps: steps.length,
      statement: first ?? null,
      obstacle,
    },
  }
}

/**
 * Every statement that the warm-up would send now, in the order of its partitions. Each is sent twice: see readStep.
 * @throws ServiceError as previewWarmup does
 */
export async function previewWarmupSql(ctx: ServiceContext, given: WarmupDraft): Promise<ShownStatements> {
  const { draft, plan } = await planDraft(ctx, given)
  return { statements: await showSteps(draft, plan, plan.steps) }
}

type ParsedDraft = ReturnType<typeof warmupDraft.parse>

async function planDraft(
  ctx: ServiceContext,
  given: WarmupDraft,
): Promise<{ draft: ParsedDraft; plan: WarmupPlan }> {
  const draft = await authorizeInput(ctx, 'operator', warmupDraft, given)
  const { cluster, spec } = draft
  await requireWarmupRole(ctx, spec)
  const plan = await planWarmup(ctx, cluster, spec)
  const present = plan.reading.readings.find(({ value }) => value !== null)
  if (present) await checkCustomSql(present.node, spec, plan.columns)
  return { draft, plan }
}

async function showSteps(
  { spec, bytesPerSecond }: ParsedDraft,
  { reading, columns }: WarmupPlan,
  steps: WarmupPlan['steps'],
): Promise<ShownStatements['statements']> {
  const wanted = new Set(steps.map(({ node }) => node))
  const nodes = reading.readings.map(({ node }) => node).filter(({ name }) => wanted.has(name))
  const known = new Map(
    await Promise.all(
      nodes.map(async (node) => [node.name, await findKnownSettings(node, warmCacheSettings)] as const),
    ),
  )
  const pace = bytesPerSecond === null ? null : BigInt(bytesPerSecond)
  return steps.map((step) => ({
    node: step.node,
    sql: showWarmupStep(spec, columns, step, { known: known.get(step.node), bytesPerSecond: pace }),
  }))
}
