import type { Prisma, ProvisionedGroup, Transaction } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { providerActor } from '../auth/oidc/apply-role.ts'
import { applyPatch, type Resource } from './apply-patch.ts'
import { type Attribute, filterToWhere, textColumn } from './filter-to-where.ts'
import { followGroups } from './follow-groups.ts'
import {
  changeProvisioned,
  type ListQuery,
  listResponse,
  type ProvisioningContext,
} from './provisioning-context.ts'
import { badRequest, ScimFault } from './scim-fault.ts'
import { parseFilter, quote } from './scim-filter.ts'
import { readGroup, writeGroup } from './scim-resources.ts'

const member: Attribute = {
  present: { members: { some: {} } },
  compare(operator, value) {
    if (operator === 'eq' && typeof value === 'string') return { members: { some: { personId: value } } }
    throw badRequest('invalidFilter', 'members is compared with the ID of a user by eq.')
  },
}
const attributes = {
  id: textColumn('id', { isKey: true, mode: 'default' }),
  displayname: textColumn('displayName', { isKey: true }),
  externalid: textColumn('externalId', { mode: 'default' }),
  members: member,
  'members.value': member,
}

const withMembers = {
  members: {
    select: { personId: true, person: { select: { userName: true } } },
    orderBy: { personId: 'asc' },
  },
} as const

type GroupWithMembers = Prisma.ProvisionedGroupGetPayload<{ include: typeof withMembers }>

/** @param omitsMembers as Entra asks for, whose groups may be large. */
export async function listGroups(
  ctx: ProvisioningContext,
  query: ListQuery,
  omitsMembers: boolean,
): Promise<Resource> {
  const chosen = query.filter === null ? {} : filterToWhere(parseFilter(query.filter), attributes)
  const where: Prisma.ProvisionedGroupWhereInput = { AND: [{ providerId: ctx.provider.id }, chosen] }
  const total = await ctx.db.provisionedGroup.count({ where })
  const page = {
    ...{ where, skip: query.startIndex - 1, take: query.count },
    orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
  }
  const resources = omitsMembers
    ? (await ctx.db.provisionedGroup.findMany(page)).map((group) => writeGroup(group, null, ctx.base))
    : (await ctx.db.provisionedGroup.findMany({ ...page, include: withMembers })).map((group) =>
        writeGroup(group, group.members, ctx.base),
      )
  return listResponse(total, query, resources)
}

export async function getGroup(
  ctx: ProvisioningContext,
  id: string,
  omitsMembers: boolean,
): Promise<Resource> {
  const group = await findGroup(ctx.db, ctx, id)
  return writeGroup(group, omitsMembers ? null : group.members, ctx.base)
}

export function createGroup(ctx: ProvisioningContext, body: Resource): Promise<Resource> {
  const { members, ...facts } = readGroup(body)
  return changeProvisioned(ctx, async (tx) => {
    await refuseUnknown(tx, ctx, members)
    const at = ctx.now()
    const group = await tx.provisionedGroup.create({
      data: { ...facts, providerId: ctx.provider.id, createdAt: at, updatedAt: at },
    })
    await addMembers(tx, group.id, members)
    await audit(tx, ctx, 'create', group, { added: members.length })
    await followGroups(tx, ctx, members)
    const created = await findGroup(tx, ctx, group.id)
    return writeGroup(created, created.members, ctx.base)
  })
}

export function replaceGroup(ctx: ProvisioningContext, id: string, body: Resource): Promise<Resource> {
  return changeGroup(ctx, id, () => body)
}

export function patchGroup(ctx: ProvisioningContext, id: string, body: Resource): Promise<Resource> {
  return changeGroup(ctx, id, (before) => applyPatch(before, body))
}

function changeGroup(
  ctx: ProvisioningContext,
  id: string,
  change: (before: Resource) => Resource,
): Promise<Resource> {
  return changeProvisioned(ctx, async (tx) => {
    const before = await findGroup(tx, ctx, id)
    const { members, ...facts } = readGroup(change(writeGroup(before, before.members, ctx.base)))
    const held = new Set(before.members.map(({ personId }) => personId))
    const kept = new Set(members)
    const added = members.filter((each) => !held.has(each))
    const removed = [...held].filter((each) => !kept.has(each))
    const renamed = facts.displayName !== before.displayName || facts.externalId !== before.externalId
    if (!renamed && added.length + removed.length === 0) return writeGroup(before, before.members, ctx.base)
    await refuseUnknown(tx, ctx, added)
    await tx.provisionedGroup.update({ where: { id }, data: { ...facts, updatedAt: ctx.now() } })
    await addMembers(tx, id, added)
    await inBatches(removed, (personIds) =>
      tx.provisionedGroupMember.deleteMany({ where: { groupId: id, personId: { in: personIds } } }),
    )
    await audit(
      tx,
      ctx,
      'update',
      { id, ...facts },
      {
        ...{ added: added.length, removed: removed.length },
        ...(facts.displayName === before.displayName ? {} : { nameBefore: before.displayName }),
      },
    )
    await followGroups(tx, ctx, renamed ? [...new Set([...held, ...added])] : [...added, ...removed])
    const after = await findGroup(tx, ctx, id)
    return writeGroup(after, after.members, ctx.base)
  })
}

export function removeGroup(ctx: ProvisioningContext, id: string): Promise<void> {
  return changeProvisioned(ctx, async (tx) => {
    const group = await findGroup(tx, ctx, id)
    await tx.provisionedGroup.delete({ where: { id } })
    await audit(tx, ctx, 'remove', group, { removed: group.members.length })
    await followGroups(
      tx,
      ctx,
      group.members.map(({ personId }) => personId),
    )
  })
}

async function findGroup(
  tx: Transaction,
  { provider }: ProvisioningContext,
  id: string,
): Promise<GroupWithMembers> {
  const group = await tx.provisionedGroup.findFirst({
    where: { id, providerId: provider.id },
    include: withMembers,
  })
  if (group) return group
  throw new ScimFault(404, null, 'There is no such group.')
}

async function addMembers(tx: Transaction, groupId: string, personIds: readonly string[]): Promise<void> {
  await inBatches(personIds, (some) =>
    tx.provisionedGroupMember.createMany({
      data: some.map((personId) => ({ groupId, personId })),
      skipDuplicates: true,
    }),
  )
}

/** @throws ScimFault `invalidValue` for a member who is no user of this provider. */
async function refuseUnknown(
  tx: Transaction,
  { provider }: ProvisioningContext,
  personIds: readonly string[],
): Promise<void> {
  await inBatches(personIds, async (some) => {
    const known = await tx.provisionedUser.findMany({
      where: { providerId: provider.id, id: { in: some } },
      select: { id: true },
    })
    const ids = new Set(known.map(({ id }) => id))
    const unknown = some.find((id) => !ids.has(id))
    if (unknown !== undefined)
      throw badRequest('invalidValue', `The member ${quote(unknown)} is no user. Create the user first.`)
  })
}

/** A statement has a limit for its parameters. */
async function inBatches(
  personIds: readonly string[],
  run: (some: string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < personIds.length; start += 1_000)
    await run(personIds.slice(start, start + 1_000))
}

function audit(
  tx: Transaction,
  ctx: ProvisioningContext,
  verb: 'create' | 'update' | 'remove',
  { id, displayName }: Pick<ProvisionedGroup, 'id' | 'displayName'>,
  details: Record<string, number | string>,
): Promise<void> {
  return recordAudit(
    tx,
    { actor: providerActor(ctx.provider), now: ctx.now },
    {
      ...{ action: `provisioned-group.${verb}`, objectType: 'provisioned-group', objectId: id },
      ...{ objectName: displayName, outcome: 'succeeded', details },
    },
  )
}
