import { notifyChange, Prisma, type Transaction } from '@frostline/db'
import { approvalRuleLimits } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { listHeldRuns, toRule } from './held-run.ts'
import {
  type ApprovalRuleView,
  approvalRuleInput,
  approvalRuleRef,
  updateApprovalRuleInput,
} from './schema.ts'

const withNames = {
  cluster: { select: { slug: true, name: true } },
  team: { select: { name: true } },
} satisfies Prisma.ApprovalRuleInclude
type StoredRule = Prisma.ApprovalRuleGetPayload<{ include: typeof withNames }>

/** All rules by name, with how many runs wait for each. */
export async function listApprovalRules(ctx: ServiceContext): Promise<ApprovalRuleView[]> {
  await authorize(ctx, 'admin')
  const rules = await ctx.db.approvalRule.findMany({ include: withNames, orderBy: { name: 'asc' } })
  const holding = new Map<string, number>()
  for (const { judgement } of await listHeldRuns(ctx.db, {}, ctx.now()))
    for (const { rule, missing } of judgement.verdicts)
      if (missing > 0) holding.set(rule.id, (holding.get(rule.id) ?? 0) + 1)
  return rules.map((rule) => toView(rule, holding.get(rule.id) ?? 0))
}

/** Holds runs that have not begun, also those that are queued now. */
export function createApprovalRule(ctx: ServiceContext, given: z.input<typeof approvalRuleInput>) {
  return changeRules(ctx, 'create', given.name, async (tx) => {
    const input = parseInput(approvalRuleInput, given)
    if ((await tx.approvalRule.count()) >= approvalRuleLimits.rules)
      throw new ServiceError('conflict', `There are ${approvalRuleLimits.rules} rules already.`, {
        hint: 'Delete rules that are not needed any more.',
      })
    const data = { ...(await toRow(tx, ctx, input)), createdAt: ctx.now() }
    return { rule: await tx.approvalRule.create({ data, include: withNames }) }
  })
}

/** Takes effect at once: runs that it does not hold any more begin. */
export function updateApprovalRule(ctx: ServiceContext, given: z.input<typeof updateApprovalRuleInput>) {
  return changeRules(ctx, 'update', given.id, async (tx) => {
    const { id, ...input } = parseInput(updateApprovalRuleInput, given)
    const before = await findRule(tx, id)
    await refuseManaged(tx, ctx, { kind: 'approvalRules', name: before.name })
    const data = await toRow(tx, ctx, input)
    const rule = await tx.approvalRule.update({ where: { id }, data, include: withNames })
    return { rule, before }
  })
}

/** Runs that only it holds begin. */
export async function removeApprovalRule(
  ctx: ServiceContext,
  given: z.input<typeof approvalRuleRef>,
): Promise<{ id: string }> {
  const { id } = await changeRules(ctx, 'remove', given.id, async (tx) => {
    const rule = await findRule(tx, parseInput(approvalRuleRef, given).id)
    await refuseManaged(tx, ctx, { kind: 'approvalRules', name: rule.name })
    await tx.approvalRule.delete({ where: { id: rule.id } })
    return { rule }
  })
  return { id }
}

async function changeRules(
  ctx: ServiceContext,
  verb: 'create' | 'update' | 'remove',
  objectName: string,
  change: (tx: Transaction) => Promise<{ rule: StoredRule; before?: StoredRule }>,
): Promise<ApprovalRuleView> {
  const about = { action: `approval-rule.${verb}`, objectType: 'approval-rule' }
  await authorize(ctx, 'admin', { ...about, objectName })
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { rule, before } = await change(tx)
      const { id, name, clusterId, cluster } = rule
      await recordAudit(tx, ctx, {
        ...{ ...about, objectId: id, objectName: name, outcome: 'succeeded' },
        ...(clusterId === null ? {} : { clusterId, clusterName: cluster?.name }),
        details: {
          rule: describeTerms(rule),
          ...(before ? { ruleBefore: describeTerms(before) } : {}),
        },
      })
      await notifyChange(tx, 'approval-rule', id)
      return toView(rule, 0)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', 'There is already an approval rule of this name.', {
      hint: 'Choose another name.',
    })
  }
}

async function findRule(tx: Transaction, id: string): Promise<StoredRule> {
  const rule = await tx.approvalRule.findUnique({ where: { id }, include: withNames })
  if (rule) return rule
  throw new ServiceError('not_found', `There is no approval rule ${id}.`, {
    hint: 'Reload the list of rules.',
  })
}

async function toRow(
  tx: Transaction,
  ctx: ServiceContext,
  { cluster, minBytes, hours, teamId, ...own }: z.output<typeof approvalRuleInput>,
) {
  if (teamId !== null && (await tx.team.count({ where: { id: teamId } })) === 0)
    throw new ServiceError('not_found', `There is no team ${teamId}.`, { hint: 'Choose one from the list.' })
  return {
    ...{ ...own, teamId, updatedAt: ctx.now(), updatedBy: ctx.actor.name },
    clusterId: cluster === null ? null : (await findCluster(tx, cluster)).id,
    minBytes: minBytes === null ? null : BigInt(minBytes),
    hours: hours === null ? Prisma.DbNull : hours,
  }
}

/** As JSON, for the audit. */
function describeTerms(row: StoredRule): string {
  const { minBytes, ...terms } = termsOf(row)
  return JSON.stringify({ ...terms, minBytes: minBytes === null ? null : String(minBytes) })
}

/** With names in place of ids. */
function termsOf(row: StoredRule) {
  const { name, enabled, cluster, team } = row
  const { kinds, database, table, minBytes, hours, approvals } = toRule(row)
  return {
    ...{ name, enabled, kinds: [...kinds], cluster: cluster?.slug ?? null, database, table },
    ...{
      minBytes,
      hours,
      approvals,
      teamName: team?.name ?? null,
    },
  }
}

function toView(row: StoredRule, holding: number): ApprovalRuleView {
  const { id, teamId, cluster, updatedAt, updatedBy } = row
  return {
    ...termsOf(row),
    ...{ id, teamId, clusterName: cluster?.name ?? null, holding, updatedAt, updatedBy },
  }
}
