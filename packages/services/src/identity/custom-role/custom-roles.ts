import { notifyChange, type Prisma, type Transaction } from '@frostline/db'
import { verbCatalog } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { type CustomRoleView, customRoleInput, customRoleRef, updateCustomRoleInput } from './schema.ts'

const maxRoles = 100
const withGrants = { _count: { select: { grants: true } } } satisfies Prisma.CustomRoleInclude
type StoredRole = Prisma.CustomRoleGetPayload<{ include: typeof withGrants }>

/** By name. */
export async function listCustomRoles(ctx: ServiceContext): Promise<CustomRoleView[]> {
  await authorize(ctx, 'admin')
  const rows = await ctx.db.customRole.findMany({ include: withGrants, orderBy: { name: 'asc' } })
  return rows.map(toView)
}

/** @throws ServiceError `invalid` for an unknown verb, `conflict` for a name that is taken. */
export function createCustomRole(ctx: ServiceContext, given: z.input<typeof customRoleInput>) {
  return changeRoles(ctx, 'create', given.name, async (tx) => {
    const { name, verbs } = parseInput(customRoleInput, given)
    refuseUnknownVerbs(verbs)
    if ((await tx.customRole.count()) >= maxRoles)
      throw new ServiceError('conflict', `There are ${maxRoles} custom roles already.`, {
        hint: 'Delete roles that are not needed any more.',
      })
    const data = { name, verbs: verbs.toSorted(), createdAt: ctx.now(), ...changeOf(ctx) }
    const role = await tx.customRole.create({ data, include: withGrants })
    return { role, details: { verbs: role.verbs } }
  })
}

/** Takes effect at the next requests of those who have it. */
export function updateCustomRole(ctx: ServiceContext, given: z.input<typeof updateCustomRoleInput>) {
  return changeRoles(ctx, 'update', given.id, async (tx) => {
    const { id, name, verbs } = parseInput(updateCustomRoleInput, given)
    const before = await findRole(tx, id)
    await refuseManaged(tx, ctx, { kind: 'customRoles', name: before.name })
    // A verb of an older version may stay.
    refuseUnknownVerbs(verbs.filter((verb) => !before.verbs.includes(verb)))
    const data = { name, verbs: verbs.toSorted(), ...changeOf(ctx) }
    const role = await tx.customRole.update({ where: { id }, data, include: withGrants })
    const renamed = before.name === name ? {} : { nameBefore: before.name }
    return { role, details: { ...renamed, verbsBefore: before.verbs, verbs: role.verbs } }
  })
}

/** @throws ServiceError `conflict` while grants give it. */
export async function removeCustomRole(
  ctx: ServiceContext,
  given: z.input<typeof customRoleRef>,
): Promise<{ id: string }> {
  const { id } = await changeRoles(ctx, 'remove', given.id, async (tx) => {
    const role = await findRole(tx, parseInput(customRoleRef, given).id)
    await refuseManaged(tx, ctx, { kind: 'customRoles', name: role.name })
    const holders = await namesOfHolders(tx, role.id)
    if (holders.length > 0)
      throw new ServiceError('conflict', `The role ${role.name} is granted to ${holders.join(', ')}.`, {
        hint: 'Change these grants first.',
      })
    await tx.customRole.delete({ where: { id: role.id } })
    return { role, details: { verbs: role.verbs } }
  })
  return { id }
}

async function namesOfHolders(tx: Transaction, customRoleId: string): Promise<string[]> {
  const grants = await tx.grant.findMany({
    where: { customRoleId },
    select: {
      team: { select: { name: true } },
      user: { select: { email: true } },
      token: { select: { name: true } },
    },
  })
  const names = grants.map(({ team, user, token }) =>
    team ? `the team ${team.name}` : (user?.email ?? `the token ${token?.name}`),
  )
  return [...new Set(names)].toSorted()
}

const changeOf = (ctx: ServiceContext) => ({ updatedAt: ctx.now(), updatedBy: ctx.actor.name })

function refuseUnknownVerbs(verbs: readonly string[]): void {
  const unknown = verbs.filter((verb) => verbCatalog.every(({ path }) => path !== verb))
  if (unknown.length > 0)
    throw new ServiceError('invalid', `There is no verb ${unknown.join(', ')} for custom roles.`, {
      hint: 'Choose verbs from the list. Verbs that give roles to people need the role admin.',
    })
}

/** @throws ServiceError `not_found` */
async function findRole(tx: Transaction, id: string): Promise<StoredRole> {
  const role = await tx.customRole.findUnique({ where: { id }, include: withGrants })
  if (role) return role
  throw new ServiceError('not_found', `There is no custom role ${id}.`, { hint: 'Reload the list of roles.' })
}

async function changeRoles(
  ctx: ServiceContext,
  verb: 'create' | 'update' | 'remove',
  objectName: string,
  change: (tx: Transaction) => Promise<{ role: StoredRole; details: AuditFacts['details'] }>,
): Promise<CustomRoleView> {
  const about = { action: `custom-role.${verb}`, objectType: 'custom-role' }
  await authorize(ctx, 'admin', { ...about, objectName })
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { role, details } = await change(tx)
      const { id, name } = role
      await recordAudit(tx, ctx, { ...about, objectId: id, objectName: name, outcome: 'succeeded', details })
      await notifyChange(tx, 'custom-role', id)
      return toView(role)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ServiceError('conflict', 'There is already a custom role of this name.', {
      hint: 'Choose another name.',
    })
  }
}

function toView({ id, name, verbs, _count, updatedAt, updatedBy }: StoredRole): CustomRoleView {
  return { id, name, verbs, grants: _count.grants, updatedAt, updatedBy }
}
