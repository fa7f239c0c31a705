import { notifyChange } from '@frostline/db'
import { alertKinds, builtInAlertKinds, findThresholdFault } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { readAlertRules } from './read-rules.ts'
import { type RuleView, type UpdateRuleInput, updateRuleInput } from './schema.ts'

export async function listAlertRules(ctx: ServiceContext): Promise<RuleView[]> {
  await authorize(ctx, 'viewer')
  const [rules, rows] = await Promise.all([readAlertRules(ctx.db), ctx.db.alertRule.findMany()])
  return builtInAlertKinds.map((kind) => {
    const { title, fires, severity, threshold } = alertKinds[kind]
    const changed = rows.find((row) => row.kind === kind)
    return {
      ...rules[kind],
      title,
      fires,
      severity,
      thresholdLabel: threshold?.label ?? null,
      unit: threshold?.unit ?? null,
      changedBy: changed?.updatedBy ?? null,
      changedAt: changed?.updatedAt ?? null,
    }
  })
}

/** Takes effect at the next evaluation. */
export async function updateAlertRule(
  ctx: ServiceContext,
  given: UpdateRuleInput,
): Promise<{ kind: RuleView['kind'] }> {
  const input = parseInput(updateRuleInput, given)
  const { kind, ...values } = input
  const about = {
    action: 'alert-rule.update',
    objectType: 'alert-rule',
    objectId: kind,
    objectName: alertKinds[kind].title,
  }
  await authorize(ctx, 'admin', about)
  const fault = findThresholdFault(kind, values.threshold)
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Correct the number and save again.' })
  const row = { ...values, updatedAt: ctx.now(), updatedBy: ctx.actor.name }
  await ctx.db.$transaction(async (tx) => {
    await refuseManaged(tx, ctx, { kind: 'alertRules', name: kind })
    const { [kind]: before } = await readAlertRules(tx)
    await tx.alertRule.upsert({ where: { kind }, create: { kind, ...row }, update: row })
    await recordAudit(tx, ctx, {
      ...about,
      outcome: 'succeeded',
      details: { ...values, formerThreshold: before.threshold, formerEnabled: before.enabled },
    })
    await notifyChange(tx, 'alert', kind)
  })
  return { kind }
}
