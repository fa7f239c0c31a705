import type { Transaction } from '@frostline/db'
import { decideRole } from '@frostline/domain'
import { applyRole } from '../auth/oidc/apply-role.ts'
import { admitByTeam, applyTeams } from '../auth/oidc/apply-teams.ts'
import { endAccessOf } from '../auth/oidc/end-access.ts'
import type { ProviderFlow } from '../auth/oidc/provider-flow.ts'
import { readRoleRules } from '../sign-in-provider/provider-row.ts'
import type { ProvisioningContext } from './provisioning-context.ts'

const batch = 500

/** The names of a group in role rules and teams: its own, and its ID at the provider, which tokens of Entra contain. */
export function namesOfGroups(
  groups: readonly { group: { displayName: string; externalId: string | null } }[],
): string[] {
  const names = groups.flatMap(({ group }) => [group.displayName, group.externalId])
  return [...new Set(names.filter((name) => name !== null))]
}

/**
 * Gives people whose groups have changed the role and the teams of their groups now, as a sign-in would. Whoever has no role any
 * more loses sessions and tokens. People who have not signed in yet have no account to change.
 */
export async function followGroups(
  tx: Transaction,
  ctx: ProvisioningContext,
  personIds: readonly string[],
): Promise<void> {
  const provider = await tx.signInProvider.findUniqueOrThrow({ where: { id: ctx.provider.id } })
  const rules = readRoleRules(provider.roleRules)
  for (let start = 0; start < personIds.length; start += batch) {
    const people = await tx.provisionedUser.findMany({
      where: {
        id: { in: personIds.slice(start, start + batch) },
        ...{ active: true, user: { is: { disabledAt: null } } },
      },
      include: { user: true, groups: { include: { group: true } } },
      orderBy: { id: 'asc' },
    })
    for (const { user, groups: held } of people) {
      if (user === null) continue
      const groups = { kind: 'groups' as const, groups: namesOfGroups(held) }
      const flow: ProviderFlow = {
        ...{ provider: ctx.provider, now: ctx.now, groups },
        decision: decideRole(rules, provider.defaultRole, groups),
      }
      await admitByTeam(tx, flow)
      if (flow.decision?.kind === 'role') {
        await applyRole(tx, flow, user)
        await applyTeams(tx, flow, user)
      } else await endAccessOf(tx, flow, user)
    }
  }
}
