import { notifyChange, type Transaction } from '@frostline/db'
import { alertKinds, routeAlert } from '@frostline/domain'
import type { z } from 'zod'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { defaultRouteId, lockRoutes } from './lock-routes.ts'
import { readKind } from './read-holds.ts'
import { readRoutes, type StoredRoutes } from './read-routes.ts'
import {
  type CreateRouteInput,
  createRouteInput,
  type MoveRouteInput,
  moveRouteInput,
  type RouteList,
  type TryRoutesAnswer,
  type TryRoutesInput,
  tryRoutesInput,
  type UpdateDefaultRouteInput,
  type UpdateRouteInput,
  updateDefaultRouteInput,
  updateRouteInput,
} from './route-schema.ts'
import { alertRef } from './schema.ts'

export async function listRoutes(ctx: ServiceContext): Promise<RouteList> {
  await authorize(ctx, 'viewer')
  const [stored, clusters, channels] = await Promise.all([
    readRoutes(ctx.db),
    ctx.db.cluster.findMany({ select: { id: true, name: true } }),
    ctx.db.alertChannel.findMany({ select: { id: true, name: true } }),
  ])
  const namesOf = (ids: readonly string[], all: readonly { id: string; name: string }[]) =>
    ids.flatMap((id) => all.find((each) => each.id === id)?.name ?? [])
  const toView = ({ row, ...route }: StoredRoutes['defaultRoute']): RouteList['defaultRoute'] => ({
    ...route,
    severities: [...route.severities],
    clusterIds: [...route.clusterIds],
    channelIds: [...route.channelIds],
    kinds: route.kinds.flatMap((kind) => readKind(kind) ?? []),
    name: row.name,
    clusterNames: namesOf(route.clusterIds, clusters),
    channelNames: namesOf(route.channelIds, channels),
    updatedBy: row.updatedBy,
    updatedAt: row.updatedAt,
  })
  return { routes: stored.routes.map(toView), defaultRoute: toView(stored.defaultRoute) }
}

/** Shows to which channels an alert would go. Silences and maintenance are not considered. */
export async function tryRoutes(ctx: ServiceContext, given: TryRoutesInput): Promise<TryRoutesAnswer> {
  const { kind, cluster, ...input } = await authorizeInput(ctx, 'viewer', tryRoutesInput, given)
  const severity = (kind === 'custom' && input.severity) || alertKinds[kind].severity
  const [{ id: clusterId }, stored, channels] = await Promise.all([
    findCluster(ctx.db, cluster),
    readRoutes(ctx.db),
    ctx.db.alertChannel.findMany({
      select: { id: true, name: true, enabled: true },
      orderBy: { name: 'asc' },
    }),
  ])
  const { routeIds, channelIds } = routeAlert(
    { kind, severity, clusterId },
    stored.routes,
    stored.defaultRoute,
    channels.map(({ id }) => id),
  )
  return {
    severity,
    routes: [...stored.routes, stored.defaultRoute]
      .filter(({ id }) => routeIds.includes(id))
      .map(({ id, row }) => ({ id, name: row.name })),
    channels: channels.filter(({ id }) => channelIds.includes(id)),
  }
}

/** A new route is the last one before the default route. */
export async function createRoute(ctx: ServiceContext, given: CreateRouteInput): Promise<{ id: string }> {
  const input = parseInput(createRouteInput, given)
  return changeRoutes(ctx, { action: 'alert-route.create', name: input.name }, async (tx, { routes }) => {
    await refuseUnknown(tx, input)
    const { id } = await tx.alertRoute.create({
      data: { ...input, position: routes.length, ...by(ctx) },
    })
    return { id, name: input.name, details: input }
  })
}

/** @throws ServiceError `not_found`, `invalid` for a cluster or channel that does not exist. */
export async function updateRoute(ctx: ServiceContext, given: UpdateRouteInput): Promise<{ id: string }> {
  const { id, ...input } = parseInput(updateRouteInput, given)
  return changeRoutes(ctx, { action: 'alert-route.update', id, name: input.name }, async (tx, stored) => {
    const { row } = findRoute(stored, id)
    await refuseUnknown(tx, input, row)
    await tx.alertRoute.update({ where: { id }, data: { ...input, ...by(ctx) } })
    return { id, name: row.name, details: input }
  })
}

/** Where alerts go that match no other route. */
export async function updateDefaultRoute(
  ctx: ServiceContext,
  given: UpdateDefaultRouteInput,
): Promise<{ id: string }> {
  const input = parseInput(updateDefaultRouteInput, given)
  const about = { action: 'alert-route.update-default', id: defaultRouteId, name: 'Default' }
  return changeRoutes(ctx, about, async (tx) => {
    await refuseUnknown(tx, { ...input, clusterIds: [] })
    await tx.alertRoute.update({ where: { id: defaultRouteId }, data: { ...input, ...by(ctx) } })
    return { id: defaultRouteId, name: 'Default', details: input }
  })
}

export async function moveRoute(ctx: ServiceContext, given: MoveRouteInput): Promise<{ id: string }> {
  const { id, position } = parseInput(moveRouteInput, given)
  return changeRoutes(ctx, { action: 'alert-route.move', id }, async (tx, stored) => {
    const moved = findRoute(stored, id)
    const others = stored.routes.filter((route) => route.id !== id)
    await storeOrder(tx, [...others.slice(0, position), moved, ...others.slice(position)])
    return { id, name: moved.row.name, details: { position } }
  })
}

export async function removeRoute(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  return changeRoutes(ctx, { action: 'alert-route.remove', id }, async (tx, stored) => {
    const removed = findRoute(stored, id)
    await tx.alertRoute.delete({ where: { id } })
    await storeOrder(
      tx,
      stored.routes.filter((route) => route.id !== id),
    )
    return { id, name: removed.row.name }
  })
}

interface RouteChange {
  id: string
  name: string
  details?: object
}

/** Runs a change of the routes as an admin, one at a time, and audits it. */
async function changeRoutes(
  ctx: ServiceContext,
  { action, id, name }: { action: string; id?: string; name?: string },
  change: (tx: Transaction, stored: StoredRoutes) => Promise<RouteChange>,
): Promise<{ id: string }> {
  const about = { action, objectType: 'alert-route' }
  await authorize(ctx, 'admin', { ...about, ...(id ? { objectId: id } : {}), objectName: name ?? id ?? '' })
  return ctx.db.$transaction(async (tx) => {
    await lockRoutes(tx)
    await refuseManaged(tx, ctx, { kind: id === defaultRouteId ? 'defaultRoute' : 'routes' })
    const changed = await change(tx, await readRoutes(tx))
    await recordAudit(tx, ctx, {
      ...about,
      objectId: changed.id,
      objectName: changed.name,
      outcome: 'succeeded',
      ...(changed.details ? { details: { ...changed.details } } : {}),
    })
    await notifyChange(tx, 'alert', changed.id)
    return { id: changed.id }
  })
}

/** @throws ServiceError `not_found` */
function findRoute({ routes }: StoredRoutes, id: string): StoredRoutes['defaultRoute'] {
  const found = routes.find((route) => route.id === id)
  if (found) return found
  throw new ServiceError('not_found', `There is no route ${id}.`, { hint: 'Refresh the list.' })
}

/**
 * @param before a route that is changed may keep a cluster that was removed since.
 * @throws ServiceError `invalid`
 */
async function refuseUnknown(
  tx: Transaction,
  given: { clusterIds: string[]; channelIds: string[] },
  before: { clusterIds: string[] } = { clusterIds: [] },
): Promise<void> {
  const [clusters, channels] = await Promise.all([
    tx.cluster.findMany({ select: { id: true } }),
    tx.alertChannel.findMany({ select: { id: true } }),
  ])
  const knownClusters = [...clusters.map(({ id }) => id), ...before.clusterIds]
  const unknown = [
    ...given.clusterIds.filter((id) => !knownClusters.includes(id)).map((id) => `cluster ${id}`),
    ...given.channelIds.filter((id) => !channels.some((each) => each.id === id)).map((id) => `channel ${id}`),
  ]
  if (unknown.length > 0)
    throw new ServiceError('invalid', `There is no ${unknown.join(', and no ')}.`, {
      hint: 'Refresh the page and choose again.',
    })
}

async function storeOrder(tx: Transaction, routes: readonly { id: string }[]): Promise<void> {
  for (const [position, { id }] of routes.entries())
    await tx.alertRoute.update({ where: { id }, data: { position } })
}

function by(ctx: ServiceContext) {
  return { updatedBy: ctx.actor.name, updatedAt: ctx.now() }
}
