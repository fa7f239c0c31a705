import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditObject, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { findMigrationAfter } from './followed.ts'
import { listAdvice } from './list.ts'
import { readPromiseFacts } from './promise-facts.ts'
import { type AdviceView, followAdviceInput, hideAdviceInput, showAdviceInput } from './schema.ts'

const dayMs = 86_400_000

/** Snoozes advice for some days or dismisses it, for all users of the cluster. @throws ServiceError `not_found` */
export async function hideAdvice(
  ctx: ServiceContext,
  given: z.input<typeof hideAdviceInput>,
): Promise<{ key: string }> {
  const { cluster: slug, key, days } = parseInput(hideAdviceInput, given)
  const action = days === null ? 'advice.dismiss' : 'advice.snooze'
  await authorize(ctx, 'operator', { action, objectType: 'advice', objectName: key })
  const { id: clusterId, name: clusterName } = await findCluster(ctx.db, slug)
  const { kind, subject, sentence } = await findAdvice(ctx, slug, key)
  const hiddenAt = ctx.now()
  const until = days === null ? null : new Date(hiddenAt.getTime() + days * dayMs)
  const row = { kind, subject, until, hiddenBy: ctx.actor.name, hiddenAt }
  await ctx.db.$transaction(async (tx) => {
    await tx.adviceHidden.upsert({
      where: { clusterId_key: { clusterId, key } },
      create: { clusterId, key, ...row },
      update: row,
    })
    await recordAudit(tx, ctx, {
      ...{ action, objectType: 'advice', objectName: key, clusterId, clusterName, outcome: 'succeeded' },
      details: { sentence, until: until?.toISOString() ?? null },
    })
  })
  return { key }
}

/** Shows hidden advice again. @throws ServiceError `not_found` */
export async function showAdvice(
  ctx: ServiceContext,
  given: z.input<typeof showAdviceInput>,
): Promise<{ key: string }> {
  const { cluster: slug, key } = parseInput(showAdviceInput, given)
  const about = { action: 'advice.show', objectType: 'advice', objectName: key }
  await authorize(ctx, 'operator', about)
  const { id: clusterId, name: clusterName } = await findCluster(ctx.db, slug)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.adviceHidden.deleteMany({ where: { clusterId, key } })
    if (count === 0)
      throw new ServiceError('not_found', `There is no hidden advice ${key}.`, {
        hint: 'It may be shown again already.',
      })
    await recordAudit(tx, ctx, { ...about, clusterId, clusterName, outcome: 'succeeded' })
  })
  return { key }
}

/**
 * Stores the promised gain when a person opens the plan of an advice. It is compared with what was measured after the plan was
 * carried out: of a move with what the tier migration moved. @throws ServiceError `not_found`
 */
export async function followAdvice(
  ctx: ServiceContext,
  given: z.input<typeof followAdviceInput>,
): Promise<{ key: string }> {
  const { cluster: slug, key } = parseInput(followAdviceInput, given)
  const about = { action: 'advice.follow', objectType: 'advice', objectName: key }
  await authorize(ctx, 'operator', about)
  const { id: clusterId, name: clusterName } = await findCluster(ctx.db, slug)
  const advice = await findAdvice(ctx, slug, key)
  const { plan, gain, sentence } = advice
  if (plan.kind !== 'move' || gain.kind !== 'money') {
    await storePromise(ctx, { ...about, clusterId, clusterName }, advice)
    return { key }
  }
  const promise = {
    ...{ database: plan.database, table: plan.table, volume: plan.volume, currency: gain.currency },
    ...{ promisedBytes: gain.bytes, promisedPerMonth: gain.perMonth },
    ...{ followedBy: ctx.actor.name, followedAt: ctx.now() },
  }
  await ctx.db.$transaction(async (tx) => {
    const last = await tx.adviceFollowed.findFirst({
      where: { clusterId, key },
      orderBy: { followedAt: 'desc' },
    })
    // A plan opened twice before its start counts once.
    if (last && !(await findMigrationAfter(tx, last)))
      await tx.adviceFollowed.update({ where: { id: last.id }, data: promise })
    else await tx.adviceFollowed.create({ data: { clusterId, key, ...promise } })
    await recordAudit(tx, ctx, {
      ...{ ...about, clusterId, clusterName, outcome: 'succeeded' },
      details: { sentence, perMonth: gain.perMonth, currency: gain.currency },
    })
  })
  return { key }
}

async function storePromise(
  ctx: ServiceContext,
  about: AuditObject & { clusterId: string },
  advice: AdviceView,
): Promise<void> {
  const { clusterId } = about
  const { key, kind, subject, sentence } = advice
  const facts = await readPromiseFacts(ctx.db, clusterId, advice, ctx.now())
  if (facts === null) return
  const promise = {
    ...{ kind, subject, followedBy: ctx.actor.name, followedAt: ctx.now() },
    facts: Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
    ),
  }
  await ctx.db.$transaction(async (tx) => {
    await tx.advicePromise.upsert({
      where: { clusterId_key: { clusterId, key } },
      create: { clusterId, key, ...promise },
      update: promise,
    })
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details: { sentence } })
  })
}

/** The current advice. The figures stored come from here, never from the browser. */
async function findAdvice(ctx: ServiceContext, cluster: string, key: string): Promise<AdviceView> {
  const { data } = await listAdvice(ctx, { cluster })
  const found = data.advice.find((each) => each.key === key)
  if (found) return found
  throw new ServiceError('not_found', `There is no such advice now: ${key}.`, {
    hint: 'Refresh the list of advice.',
  })
}
