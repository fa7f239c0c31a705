import type { Prisma, Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { grantSelection, toGrant } from '../access/read-access.ts'
import { findUser } from '../user/find-user.ts'
import { type GrantView, toGrantView } from './grant-schema.ts'
import { type TeamView, type UserAccess, userRef } from './schema.ts'

/** A grant with the name of its cluster. */
export const grantsWithCluster = {
  select: { ...grantSelection, cluster: { select: { slug: true, name: true } } },
  orderBy: { id: 'asc' },
} as const
export type GrantWithCluster = Prisma.GrantGetPayload<typeof grantsWithCluster>

const selection = {
  ...{ id: true, name: true, groups: true, createdAt: true, updatedAt: true, updatedBy: true },
  grants: grantsWithCluster,
  members: {
    select: {
      addedAt: true,
      provider: { select: { name: true } },
      user: { select: { id: true, name: true, email: true, role: true, disabledAt: true } },
    },
    orderBy: { user: { email: 'asc' } },
  },
} satisfies Prisma.TeamSelect

/** All teams with their members and grants, by name. */
export async function listTeams(ctx: ServiceContext): Promise<TeamView[]> {
  await authorize(ctx, 'admin')
  const teams = await ctx.db.team.findMany({ select: selection, orderBy: { name: 'asc' } })
  return teams.map(toView)
}

/** @throws ServiceError `not_found` */
export async function findTeam(tx: Transaction, id: string): Promise<TeamView> {
  const team = await tx.team.findUnique({ where: { id }, select: selection })
  if (!team)
    throw new ServiceError('not_found', `There is no team ${id}.`, { hint: 'Reload the list of teams.' })
  return toView(team)
}

/** What a person may do besides the role of the account, and by which team. */
export async function getUserAccess(
  ctx: ServiceContext,
  given: z.input<typeof userRef>,
): Promise<UserAccess> {
  await authorize(ctx, 'admin')
  const { id } = parseInput(userRef, given)
  await findUser(ctx.db, id, ctx.now())
  const [own, teams] = await Promise.all([
    ctx.db.grant.findMany({ where: { userId: id }, ...grantsWithCluster }),
    ctx.db.team.findMany({
      where: { members: { some: { userId: id } } },
      select: { id: true, name: true, grants: grantsWithCluster },
      orderBy: { name: 'asc' },
    }),
  ])
  return {
    grants: own.map(viewGrant),
    teams: teams.map((team) => ({ ...team, grants: team.grants.map(viewGrant) })),
  }
}

export function viewGrant(row: GrantWithCluster): GrantView {
  const known = row.clusterId !== null && row.cluster ? [[row.clusterId, row.cluster] as const] : []
  return toGrantView(toGrant(row), new Map(known))
}

function toView({ members, ...team }: Prisma.TeamGetPayload<{ select: typeof selection }>): TeamView {
  return {
    ...team,
    grants: team.grants.map(viewGrant),
    members: members.map(({ addedAt, provider, user: { id, disabledAt, ...user } }) => ({
      ...{ userId: id, ...user, disabled: disabledAt !== null },
      ...{ provider: provider?.name ?? null, addedAt },
    })),
  }
}
