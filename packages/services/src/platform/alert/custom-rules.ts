import { notifyChange, type Transaction } from '@frostline/db'
import { isBeyond, minWindowMinutes, ruleMetricNames, ruleMetrics } from '@frostline/domain'
import type { z } from 'zod'
import { whereWholeCluster } from '../../identity/access/visible.ts'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import {
  type CreateCustomRuleInput,
  type CustomRuleList,
  createCustomRuleInput,
  type TryCustomRuleAnswer,
  type TryCustomRuleInput,
  tryCustomRuleInput,
  type UpdateCustomRuleInput,
  updateCustomRuleInput,
} from './custom-rule-schema.ts'
import { measureMetric } from './evaluate/measure-metric.ts'
import { toCustomRule } from './read-custom-rules.ts'
import { alertRef } from './schema.ts'

const MAX_RULES = 200
const MAX_READINGS = 200

export async function listCustomRules(ctx: ServiceContext): Promise<CustomRuleList> {
  await authorize(ctx, 'viewer')
  const rows = await ctx.db.customAlertRule.findMany({
    where: whereWholeCluster(ctx.actor) ?? {},
    orderBy: { name: 'asc' },
    include: {
      cluster: { select: { name: true } },
      _count: { select: { alerts: { where: { state: 'firing' } } } },
    },
  })
  return {
    rules: rows.flatMap(({ cluster, _count, ...row }) => {
      const rule = toCustomRule(row)
      if (!rule) return []
      const { title, unit } = ruleMetrics[rule.metric]
      return [
        {
          ...rule,
          ...{ clusterName: cluster?.name ?? null, metricTitle: title, unit, firing: _count.alerts },
          ...{ updatedBy: row.updatedBy, updatedAt: row.updatedAt },
        },
      ]
    }),
    metrics: ruleMetricNames.map((metric) => ({
      ...{ metric, ...ruleMetrics[metric], minWindowMinutes: minWindowMinutes(metric) },
    })),
  }
}

/** What a rule would say now: the value of each subject of a cluster. */
export async function tryCustomRule(
  ctx: ServiceContext,
  given: TryCustomRuleInput,
): Promise<TryCustomRuleAnswer> {
  const { cluster: slug, ...rule } = await authorizeInput(ctx, 'viewer', tryCustomRuleInput, given)
  const cluster = await ctx.clusters.get(slug)
  const readings = (await measureMetric(ctx.db, cluster, rule, ctx.now())).map(({ subject, value }) => ({
    ...{ subject, value, beyond: value !== null && isBeyond(rule, value) },
  }))
  const furthest = (value: number | null) => (value ?? 0) * (rule.comparison === 'above' ? -1 : 1)
  const sorted = readings.toSorted(
    (a, b) => Number(b.beyond) - Number(a.beyond) || furthest(a.value) - furthest(b.value),
  )
  return {
    unit: ruleMetrics[rule.metric].unit,
    readings: sorted.slice(0, MAX_READINGS),
    beyond: readings.filter(({ beyond }) => beyond).length,
    total: readings.length,
  }
}

/** Takes effect at the next evaluation, as do the other changes. */
export async function createCustomRule(
  ctx: ServiceContext,
  given: CreateCustomRuleInput,
): Promise<{ id: string }> {
  const input = parseInput(createCustomRuleInput, given)
  return change(ctx, { action: 'custom-rule.create', objectName: input.name }, async (tx) => {
    await refuseUnknownCluster(tx, input.clusterId)
    if ((await tx.customAlertRule.count()) >= MAX_RULES)
      throw new ServiceError('conflict', `There are ${MAX_RULES} custom rules already.`, {
        hint: 'Remove one that is no longer needed.',
      })
    const { id } = await tx.customAlertRule.create({ data: { ...input, ...by(ctx) } })
    return { id, details: input }
  })
}

/** Alerts of a rule that gets another name resolve, and fire again under that name. */
export async function updateCustomRule(
  ctx: ServiceContext,
  given: UpdateCustomRuleInput,
): Promise<{ id: string }> {
  const { id, ...input } = parseInput(updateCustomRuleInput, given)
  return change(ctx, { action: 'custom-rule.update', objectId: id, objectName: input.name }, async (tx) => {
    const { name, threshold, enabled } = await find(tx, id)
    await refuseManaged(tx, ctx, { kind: 'customRules', name })
    await refuseUnknownCluster(tx, input.clusterId)
    await tx.customAlertRule.update({ where: { id }, data: { ...input, ...by(ctx) } })
    return { id, details: { ...input, formerName: name, formerThreshold: threshold, formerEnabled: enabled } }
  })
}

/** Its open alerts resolve at the next evaluation. */
export async function removeCustomRule(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  const known = await ctx.db.customAlertRule.findUnique({ where: { id }, select: { name: true } })
  const about = { action: 'custom-rule.remove', objectId: id, objectName: known?.name ?? id }
  return change(ctx, about, async (tx) => {
    const { name } = await find(tx, id)
    await refuseManaged(tx, ctx, { kind: 'customRules', name })
    await tx.customAlertRule.delete({ where: { id } })
    return { id, details: {} }
  })
}

/** @throws ServiceError `conflict` for a name that is taken. */
async function change(
  ctx: ServiceContext,
  named: { action: string; objectId?: string; objectName: string },
  write: (tx: Transaction) => Promise<{ id: string; details: NonNullable<AuditFacts['details']> }>,
): Promise<{ id: string }> {
  const about = { ...named, objectType: 'alert-rule' }
  await authorize(ctx, 'admin', about)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { id, details } = await write(tx)
      await recordAudit(tx, ctx, { ...about, objectId: id, outcome: 'succeeded', details })
      await notifyChange(tx, 'alert', id)
      return { id }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', `There is a custom rule ${named.objectName} already.`, {
      hint: 'Enter another name.',
    })
  }
}

async function find(tx: Transaction, id: string) {
  const row = await tx.customAlertRule.findUnique({ where: { id } })
  if (row) return row
  throw new ServiceError('not_found', `There is no custom rule ${id}.`, { hint: 'It may have been removed.' })
}

async function refuseUnknownCluster(tx: Transaction, id: string | null): Promise<void> {
  if (id === null || (await tx.cluster.count({ where: { id } })) > 0) return
  throw new ServiceError('invalid', `There is no cluster ${id}.`, {
    hint: 'Refresh the page and choose again.',
  })
}

function by(ctx: ServiceContext) {
  return { updatedAt: ctx.now(), updatedBy: ctx.actor.name }
}
