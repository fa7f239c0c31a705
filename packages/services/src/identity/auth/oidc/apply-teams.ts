import { notifyChange, type Transaction } from '@frostline/db'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { actorOf } from './apply-role.ts'
import type { ProviderFlow } from './provider-flow.ts'

/**
 * A group of a team admits people to whom no role rule applies: as members, who may do only what the grants of their teams say.
 */
export async function admitByTeam(tx: Transaction, flow: ProviderFlow): Promise<void> {
  const { decision, groups } = flow
  if (decision?.kind !== 'refused' || decision.reason !== 'no-rule' || groups?.kind !== 'groups') return
  const team = await tx.team.findFirst({
    where: { groups: { hasSome: groups.groups } },
    select: { groups: true },
    orderBy: { name: 'asc' },
  })
  const group = team?.groups.find((each) => groups.groups.includes(each))
  if (group !== undefined) flow.decision = { kind: 'role', role: 'member', group }
}

/**
 * Makes a person who signs in a member of the teams that have one of their groups, and ends memberships that came from this
 * provider and that no group gives any more. Those that an admin gave stay. Groups that are absent say nothing.
 */
export async function applyTeams(
  tx: Transaction,
  flow: ProviderFlow,
  user: { id: string; email: string },
): Promise<void> {
  const { groups, provider, now } = flow
  if (groups?.kind !== 'groups') return
  const [given, held] = await Promise.all([
    tx.team.findMany({ where: { groups: { hasSome: groups.groups } }, select: { id: true, name: true } }),
    tx.teamMember.findMany({
      where: { userId: user.id },
      select: { teamId: true, providerId: true, team: { select: { name: true } } },
    }),
  ])
  const joined = given.filter(({ id }) => !held.some(({ teamId }) => teamId === id))
  const left = held.filter(
    ({ teamId, providerId }) => providerId === provider.id && !given.some(({ id }) => id === teamId),
  )
  if (joined.length + left.length === 0) return
  // Two sign-ins of the same person may add the same row.
  await tx.teamMember.createMany({
    data: joined.map(({ id }) => ({
      ...{ teamId: id, userId: user.id, providerId: provider.id, addedAt: now() },
    })),
    skipDuplicates: true,
  })
  await tx.teamMember.deleteMany({
    where: { userId: user.id, providerId: provider.id, teamId: { in: left.map(({ teamId }) => teamId) } },
  })
  await recordAudit(
    tx,
    { actor: actorOf(flow), now },
    {
      ...{ action: 'user.set-teams', objectType: 'user', objectId: user.id, objectName: user.email },
      outcome: 'succeeded',
      details: {
        provider: provider.name,
        joined: joined.map(({ name }) => name),
        left: left.map(({ team }) => team.name),
      },
    },
  )
  for (const { id } of joined) await notifyChange(tx, 'team', id)
  for (const { teamId } of left) await notifyChange(tx, 'team', teamId)
}
