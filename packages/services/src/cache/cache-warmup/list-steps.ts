import { QueryFailedError, warmCacheSettings } from '@frostline/clickhouse'
import { type WarmupSpec, warmupSpec } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../../platform/base/actor.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findKnownSettings } from '../../platform/reading/find-known-settings.ts'
import { findRun } from '../../platform/run/run-of-kind.ts'
import { showWarmupStep } from './render-step.ts'
import { listWarmupStepsInput, type WarmupStepDetail, type WarmupStepView, warmupStepRef } from './schema.ts'
import { warmups } from './warmup-run.ts'

/** A page of the partitions of a warm-up, in reading order. */
export async function listWarmupSteps(
  ctx: ServiceContext,
  given: z.input<typeof listWarmupStepsInput>,
): Promise<{ total: number; steps: WarmupStepView[]; next: number | null }> {
  const { id, status, after, limit } = await authorizeInput(ctx, 'viewer', listWarmupStepsInput, given)
  const { spec } = await findRun(ctx.db, warmups, id)
  const where = { warmupId: id, ...(status ? { status } : {}) }
  const [total, rows] = await Promise.all([
    ctx.db.cacheWarmupStep.count({ where }),
    ctx.db.cacheWarmupStep.findMany({
      where: { ...where, ordinal: { gt: after } },
      omit: { warmupId: true },
      orderBy: { ordinal: 'asc' },
      take: limit + 1,
    }),
  ])
  const { page, next } = cutPage(rows, limit, ({ ordinal }) => ordinal)
  const hidden = hidesCondition(ctx, warmupSpec.parse(spec))
  return {
    total,
    steps: hidden ? page.map((row) => ({ ...row, error: null })) : page,
    next,
  }
}

/** One of them with its statement. */
export async function getWarmupStep(
  ctx: ServiceContext,
  given: z.input<typeof warmupStepRef>,
): Promise<WarmupStepDetail> {
  const { id, ordinal } = await authorizeInput(ctx, 'viewer', warmupStepRef, given)
  const warmup = await findRun(ctx.db, warmups, id)
  const step = await ctx.db.cacheWarmupStep.findUnique({
    where: { warmupId_ordinal: { warmupId: id, ordinal } },
    omit: { warmupId: true },
  })
  if (!step)
    throw new ServiceError('not_found', `The warm-up ${id} has no step ${ordinal}.`, {
      hint: 'Refresh the warm-up.',
    })
  const spec = warmupSpec.parse(warmup.spec)
  if (hidesCondition(ctx, spec)) return { ...step, error: null, sql: null }
  const { bytesPerSecond } = warmup
  const known = await knownOn(ctx, warmup.run.clusterId, step.nodeName)
  return { ...step, sql: showWarmupStep(spec, warmup.columns, step, { known, bytesPerSecond }) }
}

/** A setting that the node lacks is not sent. Undefined: the node does not answer. */
async function knownOn(ctx: ServiceContext, clusterId: string, nodeName: string) {
  const { nodes } = await ctx.clusters.get(clusterId)
  const node = nodes.find(({ name }) => name === nodeName)
  if (!node) return undefined
  try {
    return await findKnownSettings(node, warmCacheSettings)
  } catch (thrown) {
    if (thrown instanceof QueryFailedError) return undefined
    throw thrown
  }
}

/** A server error may repeat the text of a condition, which is for admins. */
function hidesCondition(ctx: ServiceContext, { where }: WarmupSpec): boolean {
  return where !== null && !roleAllows(ctx.actor.role, 'admin')
}
