import type { Prisma, ProvisionedUser, Transaction } from '@frostline/db'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { providerActor } from '../auth/oidc/apply-role.ts'
import { applyPatch, type Resource } from './apply-patch.ts'
import { filterToWhere, textColumn } from './filter-to-where.ts'
import { findAccount, followActive } from './follow-person.ts'
import {
  changeProvisioned,
  type ListQuery,
  listResponse,
  type ProvisioningContext,
} from './provisioning-context.ts'
import { badRequest, ScimFault } from './scim-fault.ts'
import { attributeOf, parseFilter } from './scim-filter.ts'
import { type PersonFacts, readPerson, writePerson } from './scim-resources.ts'

const attributes = {
  id: textColumn('id', { isKey: true, mode: 'default' }),
  username: textColumn('userNameKey', {
    ...{ isKey: true, mode: 'default' },
    map: (text) => text.toLowerCase(),
  }),
  externalid: textColumn('externalId', { mode: 'default' }),
  displayname: textColumn('displayName'),
  'name.givenname': textColumn('givenName'),
  'name.familyname': textColumn('familyName'),
  emails: textColumn('email'),
  'emails.value': textColumn('email'),
  active: {
    present: {},
    compare(operator: string, value: unknown): object {
      if ((operator === 'eq' || operator === 'ne') && typeof value === 'boolean')
        return { active: operator === 'eq' ? value : !value }
      throw badRequest('invalidFilter', 'active is compared with true or false by eq or ne.')
    },
  },
}

export async function listPeople(ctx: ProvisioningContext, query: ListQuery): Promise<Resource> {
  const chosen = query.filter === null ? {} : filterToWhere(parseFilter(query.filter), attributes)
  const where: Prisma.ProvisionedUserWhereInput = { AND: [{ providerId: ctx.provider.id }, chosen] }
  const total = await ctx.db.provisionedUser.count({ where })
  const people = await ctx.db.provisionedUser.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    skip: query.startIndex - 1,
    take: query.count,
  })
  return listResponse(
    total,
    query,
    people.map((person) => writePerson(person, ctx.base)),
  )
}

export async function getPerson(ctx: ProvisioningContext, id: string): Promise<Resource> {
  return writePerson(await findPersonById(ctx.db, ctx, id), ctx.base)
}

/** @throws ScimFault 409 when the user name is taken. */
export function createPerson(ctx: ProvisioningContext, body: Resource): Promise<Resource> {
  const facts = readPerson(body)
  return changeProvisioned(ctx, async (tx) => {
    await refuseTaken(tx, ctx, facts, null)
    const at = ctx.now()
    const person = await tx.provisionedUser.create({
      data: {
        ...facts,
        ...{ providerId: ctx.provider.id, userNameKey: keyOf(facts), createdAt: at, updatedAt: at },
        userId: await findAccount(tx, ctx.provider.id, facts),
      },
    })
    await audit(tx, ctx, 'create', person, { active: person.active })
    await followActive(tx, ctx, person)
    return writePerson(person, ctx.base)
  })
}

export function replacePerson(ctx: ProvisioningContext, id: string, body: Resource): Promise<Resource> {
  return changePerson(ctx, id, () => body)
}

export function patchPerson(ctx: ProvisioningContext, id: string, body: Resource): Promise<Resource> {
  return changePerson(ctx, id, (before) => applyPatch(before, body))
}

function changePerson(
  ctx: ProvisioningContext,
  id: string,
  change: (before: Resource) => Resource,
): Promise<Resource> {
  return changeProvisioned(ctx, async (tx) => {
    const before = await findPersonById(tx, ctx, id)
    const after = change(writePerson(before, ctx.base))
    // Only a provider that says so gives access back.
    const isSilent = attributeOf(after, 'active') === undefined
    const facts = readPerson(isSilent ? { ...after, active: before.active } : after)
    const changed = Object.keys(facts).filter(
      (key) => facts[key as keyof PersonFacts] !== before[key as keyof PersonFacts],
    )
    if (changed.length === 0) {
      await followActive(tx, ctx, before, false)
      return writePerson(before, ctx.base)
    }
    await refuseTaken(tx, ctx, facts, id)
    const person = await tx.provisionedUser.update({
      where: { id },
      data: {
        ...{ ...facts, userNameKey: keyOf(facts), updatedAt: ctx.now() },
        ...(before.userId === null ? { userId: await findAccount(tx, ctx.provider.id, facts) } : {}),
      },
    })
    await audit(tx, ctx, 'update', person, { changed, active: person.active })
    await followActive(tx, ctx, person)
    return writePerson(person, ctx.base)
  })
}

/** Their account is disabled as for a person who is no longer active. */
export function removePerson(ctx: ProvisioningContext, id: string): Promise<void> {
  return changeProvisioned(ctx, async (tx) => {
    const person = await findPersonById(tx, ctx, id)
    await followActive(tx, ctx, { ...person, active: false })
    await tx.provisionedUser.delete({ where: { id } })
    await audit(tx, ctx, 'remove', person, {})
  })
}

async function findPersonById(
  tx: Transaction,
  { provider }: ProvisioningContext,
  id: string,
): Promise<ProvisionedUser> {
  const person = await tx.provisionedUser.findFirst({ where: { id, providerId: provider.id } })
  if (person) return person
  throw new ScimFault(404, null, 'There is no such user.')
}

async function refuseTaken(
  tx: Transaction,
  { provider }: ProvisioningContext,
  facts: PersonFacts,
  ownId: string | null,
): Promise<void> {
  const other = await tx.provisionedUser.findFirst({
    where: { providerId: provider.id, userNameKey: keyOf(facts), id: { not: ownId ?? '' } },
  })
  if (other) throw new ScimFault(409, 'uniqueness', 'Another user has this userName.')
}

function keyOf({ userName }: PersonFacts): string {
  return userName.toLowerCase()
}

function audit(
  tx: Transaction,
  ctx: ProvisioningContext,
  verb: 'create' | 'update' | 'remove',
  { id, userName }: ProvisionedUser,
  details: Record<string, boolean | string[]>,
): Promise<void> {
  return recordAudit(
    tx,
    { actor: providerActor(ctx.provider), now: ctx.now },
    {
      ...{ action: `provisioned-user.${verb}`, objectType: 'provisioned-user', objectId: id },
      ...{ objectName: userName, outcome: 'succeeded', details },
    },
  )
}
