import type { Prisma, Transaction } from '@frostline/db'
import { seesEverything } from '@frostline/domain'
import type { z } from 'zod'
import { accessOf, roleAllows } from '../../platform/base/actor.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import { fleetFilter } from './schema.ts'
import {
  type ChangeFleetViewInput,
  changeFleetViewInput,
  type FleetView,
  fleetViewRef,
  type SaveFleetViewInput,
  saveFleetViewInput,
} from './view-schema.ts'

const withOwner = { owner: { select: { email: true } } } satisfies Prisma.FleetViewInclude
type StoredView = Prisma.FleetViewGetPayload<{ include: typeof withOwner }>

/** Own views, then those that others share, each by name. */
export async function listFleetViews(ctx: ServiceContext): Promise<FleetView[]> {
  await authorize(ctx, 'viewer')
  const person = await findPerson(ctx.db, ctx.actor)
  const rows = await ctx.db.fleetView.findMany({
    // What others share may name what the actor may not see.
    where: {
      OR: [
        ...(seesEverything(accessOf(ctx.actor)) ? [{ shared: true }] : []),
        ...(person === null ? [] : [{ ownerId: person }]),
      ],
    },
    include: withOwner,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map((row) => toView(row, person)).sort((one, other) => Number(other.mine) - Number(one.mine))
}

function toView({ owner, ownerId, filter, ...row }: StoredView, person: string | null): FleetView {
  return {
    ...{ id: row.id, name: row.name, shared: row.shared, updatedAt: row.updatedAt },
    filter: fleetFilter.parse(filter),
    owner: owner.email,
    mine: ownerId === person,
  }
}

/** @throws ServiceError `forbidden` for a viewer who shares it, `conflict` for a name that is taken. */
export async function saveFleetView(ctx: ServiceContext, given: SaveFleetViewInput): Promise<FleetView> {
  const { name, filter, shared = false } = await authorizeInput(ctx, 'viewer', saveFleetViewInput, given)
  const about = { action: 'fleet-view.save', objectType: 'fleet-view', objectName: name }
  if (shared) await authorize(ctx, 'operator', about)
  const person = await findPerson(ctx.db, ctx.actor)
  if (person === null)
    throw new ServiceError('invalid', 'A view must belong to a user.', { hint: 'Save it in the console.' })
  return uniquely(name, () =>
    ctx.db.$transaction(async (tx) => {
      const row = await tx.fleetView.create({
        data: { name, filter, shared, ownerId: person, createdAt: ctx.now(), updatedAt: ctx.now() },
        include: withOwner,
      })
      await recordAudit(tx, ctx, { ...about, objectId: row.id, outcome: 'succeeded', details: { shared } })
      return toView(row, person)
    }),
  )
}

/**
 * Renames a view, replaces its filter, shares it, or stops sharing it. Its owner may do this; of a shared view also
 * operators, who alone may share.
 */
export async function changeFleetView(ctx: ServiceContext, given: ChangeFleetViewInput): Promise<FleetView> {
  const { id, name, filter, shared } = await authorizeInput(ctx, 'viewer', changeFleetViewInput, given)
  return uniquely(name ?? '', () =>
    ctx.db.$transaction(async (tx) => {
      const { view, person, about } = await findOwnOrShared(tx, ctx, id, 'fleet-view.change')
      if (shared && !view.shared) await authorize(ctx, 'operator', about)
      const row = await tx.fleetView.update({
        where: { id },
        data: {
          ...(name === undefined ? {} : { name }),
          ...(filter === undefined ? {} : { filter }),
          ...(shared === undefined ? {} : { shared }),
          updatedAt: ctx.now(),
        },
        include: withOwner,
      })
      await recordAudit(tx, ctx, {
        ...{ ...about, outcome: 'succeeded' },
        details: {
          owner: view.owner.email,
          name: row.name,
          shared: row.shared,
          filterReplaced: filter !== undefined,
        },
      })
      return toView(row, person)
    }),
  )
}

/** Its owner may do this; of a shared view also operators. */
export async function deleteFleetView(
  ctx: ServiceContext,
  given: z.input<typeof fleetViewRef>,
): Promise<{ id: string }> {
  const { id } = await authorizeInput(ctx, 'viewer', fleetViewRef, given)
  await ctx.db.$transaction(async (tx) => {
    const { view, about } = await findOwnOrShared(tx, ctx, id, 'fleet-view.delete')
    await tx.fleetView.delete({ where: { id } })
    await recordAudit(tx, ctx, {
      ...{ ...about, outcome: 'succeeded' },
      details: { owner: view.owner.email, shared: view.shared },
    })
  })
  return { id }
}

/** Private views of others do not exist for anybody else. The row is locked until the end. */
async function findOwnOrShared(tx: Transaction, ctx: ServiceContext, id: string, action: string) {
  await tx.$queryRaw`SELECT 1 FROM "fleet_view" WHERE "id" = ${id} FOR UPDATE`
  const view = await tx.fleetView.findUnique({ where: { id }, include: withOwner })
  const person = await findPerson(tx, ctx.actor)
  if (!view || (view.ownerId !== person && !view.shared))
    throw new ServiceError('not_found', `There is no view ${id}.`, {
      hint: 'It may have been deleted, or is not shared any more. Refresh the page.',
    })
  const about = { action, objectType: 'fleet-view', objectId: id, objectName: view.name }
  if (view.ownerId !== person && !roleAllows(ctx.actor.role, 'operator'))
    await authorize(ctx, 'operator', about)
  return { view, person, about }
}

/** Names are unique for each owner. */
async function uniquely<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown
    throw new ServiceError('conflict', `There is a view ${name} already.`, { hint: 'Choose another name.' })
  }
}
