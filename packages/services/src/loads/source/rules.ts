import { notifyChange } from '@frostline/db'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { type SourceRulesInput, type SourceRulesView, sourceRules } from './schema.ts'

export async function getSourceRules(ctx: ServiceContext): Promise<SourceRulesView> {
  await authorize(ctx, 'viewer')
  const row = await ctx.db.sourceRules.findUnique({ where: { id: 1 } })
  return {
    allowedHosts: row?.allowedHosts ?? [],
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  }
}

/** Takes effect at the next request, for existing and new sources. */
export async function setSourceRules(ctx: ServiceContext, given: SourceRulesInput): Promise<SourceRulesView> {
  const about = { action: 'source-rules.set', objectType: 'source-rules', objectName: 'rules for sources' }
  await authorize(ctx, 'admin', about)
  const { allowedHosts } = parseInput(sourceRules, given)
  const columns = { allowedHosts, updatedAt: ctx.now(), updatedBy: ctx.actor.name }
  await ctx.db.$transaction(async (tx) => {
    await tx.sourceRules.upsert({ where: { id: 1 }, create: { id: 1, ...columns }, update: columns })
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details: { allowedHosts } })
    await notifyChange(tx, 'source', 'rules')
  })
  return columns
}
