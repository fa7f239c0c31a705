import { notifyChange, type Transaction } from '@frostline/db'
import { describeGrantScope, type GrantScope } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { grantSelection, toGrant, toGrantRow } from '../access/read-access.ts'
import { findUser } from '../user/find-user.ts'
import { type ResolvedGrant, resolveGrants } from './grant-schema.ts'
import { findTeam } from './read-teams.ts'
import {
  setUserGrantsInput,
  type TeamView,
  teamInput,
  teamMemberRef,
  teamRef,
  updateTeamInput,
} from './schema.ts'

/** Takes effect at the members' next requests. @throws ServiceError `conflict` for a name that is taken. */
export async function createTeam(ctx: ServiceContext, given: z.input<typeof teamInput>): Promise<TeamView> {
  return changeTeams(ctx, { action: 'team.create', objectName: given.name }, async (tx) => {
    const { name, groups, grants } = parseInput(teamInput, given)
    const now = ctx.now()
    const { id } = await tx.team.create({
      data: { name, groups, createdAt: now, updatedAt: now, updatedBy: ctx.actor.name },
    })
    const after = await storeGrants(tx, { teamId: id }, await resolveGrants(tx, grants))
    return { id, name, details: { groups, grants: after } }
  })
}

/** Replaces name, groups and grants. Members stay. */
export async function updateTeam(
  ctx: ServiceContext,
  given: z.input<typeof updateTeamInput>,
): Promise<TeamView> {
  return changeTeams(ctx, { action: 'team.update', objectName: given.id }, async (tx) => {
    const { id, name, groups, grants } = parseInput(updateTeamInput, given)
    const before = await findTeam(tx, id)
    await refuseManaged(tx, ctx, { kind: 'teams', name: before.name })
    const grantsBefore = await describeStored(tx, { teamId: id })
    await tx.team.update({
      where: { id },
      data: { name, groups, updatedAt: ctx.now(), updatedBy: ctx.actor.name },
    })
    await tx.grant.deleteMany({ where: { teamId: id } })
    const after = await storeGrants(tx, { teamId: id }, await resolveGrants(tx, grants))
    const renamed = before.name === name ? {} : { nameBefore: before.name }
    return {
      id,
      name,
      details: { ...renamed, groupsBefore: before.groups, groups, grantsBefore, grants: after },
    }
  })
}

/** Its members lose its grants at their next requests. */
export async function removeTeam(
  ctx: ServiceContext,
  given: z.input<typeof teamRef>,
): Promise<{ id: string }> {
  const about = { action: 'team.remove', objectType: 'team', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const { id } = parseInput(teamRef, given)
  await ctx.db.$transaction(async (tx) => {
    const { name, members } = await findTeam(tx, id)
    await refuseManaged(tx, ctx, { kind: 'teams', name })
    const rules = await tx.approvalRule.findMany({ where: { teamId: id }, select: { name: true } })
    if (rules.length > 0)
      throw new ServiceError(
        'conflict',
        `Members of ${name} approve by ${rules.length === 1 ? 'the rule' : 'the rules'} ${rules.map((rule) => rule.name).join(', ')}.`,
        { hint: 'Choose other approvers under Approvals first.' },
      )
    const grants = await describeStored(tx, { teamId: id })
    await tx.team.delete({ where: { id } })
    const details = { members: members.map(({ email }) => email), grants }
    await recordAudit(tx, ctx, { ...about, objectName: name, outcome: 'succeeded', details })
    await notifyChange(tx, 'team', id)
  })
  return { id }
}

/** A person whom a provider's group made a member becomes one by this too, and stays when the group does not. */
export async function addTeamMember(
  ctx: ServiceContext,
  given: z.input<typeof teamMemberRef>,
): Promise<TeamView> {
  return changeTeams(ctx, { action: 'team.add-member', objectName: given.id }, async (tx) => {
    const { id, userId } = parseInput(teamMemberRef, given)
    const { name } = await findTeam(tx, id)
    const { email } = await findUser(tx, userId, ctx.now())
    await tx.teamMember.upsert({
      where: { teamId_userId: { teamId: id, userId } },
      create: { teamId: id, userId, addedAt: ctx.now() },
      update: { providerId: null },
    })
    return { id, name, details: { member: email } }
  })
}

/** Takes effect at the person's next request. A group of theirs makes them a member again when they sign in. */
export async function removeTeamMember(
  ctx: ServiceContext,
  given: z.input<typeof teamMemberRef>,
): Promise<TeamView> {
  return changeTeams(ctx, { action: 'team.remove-member', objectName: given.id }, async (tx) => {
    const { id, userId } = parseInput(teamMemberRef, given)
    const { name } = await findTeam(tx, id)
    const { email } = await findUser(tx, userId, ctx.now())
    await tx.teamMember.deleteMany({ where: { teamId: id, userId } })
    return { id, name, details: { member: email } }
  })
}

/** Replaces the grants of a person, apart from those of their teams. */
export async function setUserGrants(
  ctx: ServiceContext,
  given: z.input<typeof setUserGrantsInput>,
): Promise<{ id: string }> {
  const about = { action: 'user.set-grants', objectType: 'user', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const { id, grants } = parseInput(setUserGrantsInput, given)
  await ctx.db.$transaction(async (tx) => {
    const { email } = await findUser(tx, id, ctx.now())
    const grantsBefore = await describeStored(tx, { userId: id })
    await tx.grant.deleteMany({ where: { userId: id } })
    const after = await storeGrants(tx, { userId: id }, await resolveGrants(tx, grants))
    const details = { grantsBefore, grants: after }
    await recordAudit(tx, ctx, { ...about, objectName: email, outcome: 'succeeded', details })
  })
  return { id }
}

type Subject = { teamId: string } | { userId: string } | { tokenId: string }

/** @returns the grants in words, for the audit. */
export async function storeGrants(
  tx: Transaction,
  subject: Subject,
  grants: readonly ResolvedGrant[],
): Promise<string[]> {
  const rows = grants.map(({ customRoleId, roleName: _, ...grant }) => ({
    ...{ ...subject, ...toGrantRow(grant), customRoleId },
  }))
  await tx.grant.createMany({ data: rows })
  return describe(tx, grants)
}

async function describeStored(tx: Transaction, subject: Subject): Promise<string[]> {
  const rows = await tx.grant.findMany({ where: subject, select: grantSelection, orderBy: { id: 'asc' } })
  return describe(
    tx,
    rows.map(toGrant).map((grant) => ({ ...grant, roleName: grant.custom?.name ?? grant.role })),
  )
}

async function describe(
  tx: Transaction,
  grants: readonly (GrantScope & { roleName: string })[],
): Promise<string[]> {
  const clusters = await tx.cluster.findMany({ select: { id: true, name: true } })
  const nameOf = (clusterId: string) => clusters.find(({ id }) => id === clusterId)?.name ?? clusterId
  return grants.map((grant) => `${grant.roleName} on ${describeGrantScope(grant, nameOf)}`)
}

async function changeTeams(
  ctx: ServiceContext,
  { action, objectName }: { action: string; objectName: string },
  change: (tx: Transaction) => Promise<{ id: string; name: string; details: AuditFacts['details'] }>,
): Promise<TeamView> {
  const about = { action, objectType: 'team' }
  await authorize(ctx, 'admin', { ...about, objectName })
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { id, name, details } = await change(tx)
      await recordAudit(tx, ctx, { ...about, objectId: id, objectName: name, outcome: 'succeeded', details })
      await notifyChange(tx, 'team', id)
      return findTeam(tx, id)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', `There is already a team of this name.`, {
      hint: 'Choose another name.',
    })
  }
}
