import { approvalRuleSpec, type StateObject } from '@frostline/domain'
import {
  createApprovalRule,
  listApprovalRules,
  removeApprovalRule,
  updateApprovalRule,
} from '../../approval/rules.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

/** Teams are named, as in the file. */
async function toInput(ctx: ServiceContext, { name, spec }: StateObject) {
  const { team, ...own } = approvalRuleSpec.parse(spec)
  if (team === null) return { name, ...own, teamId: null }
  const found = await ctx.db.team.findUnique({ where: { name: team }, select: { id: true } })
  if (found) return { name, ...own, teamId: found.id }
  throw new ServiceError('not_found', `There is no team ${team}.`, {
    hint: 'Create it, or correct the team of the approval rule in the file.',
  })
}

export const approvalRuleAdapter: LedgerAdapter = {
  async read(ctx) {
    const rules = await listApprovalRules(ctx)
    return rules.map(({ id, name, teamName: team, minBytes, ...rule }) => {
      const { enabled, kinds, cluster, database, table, hours, approvals } = rule
      return {
        ...{ kind: 'approvalRules' as const, cluster: null, name, id },
        spec: toSpec({
          ...{ enabled, kinds, cluster, database, table, hours, approvals, team },
          minBytes: minBytes === null ? null : String(minBytes),
        }),
      }
    })
  },
  create: async (ctx, object) => createApprovalRule(ctx, await toInput(ctx, object)),
  update: async (ctx, { id }, object) => updateApprovalRule(ctx, { id, ...(await toInput(ctx, object)) }),
  remove: (ctx, { id }) => removeApprovalRule(ctx, { id }),
}
