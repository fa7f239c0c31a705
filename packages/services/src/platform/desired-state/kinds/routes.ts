import { defaultRouteSpec, routesSpec, type StateObject } from '@frostline/domain'
import type { z } from 'zod'
import { readRoutes } from '../../alert/read-routes.ts'
import { createRoute, moveRoute, removeRoute, updateDefaultRoute, updateRoute } from '../../alert/routes.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { idsOfClusters, readSlugs } from '../cluster-slugs.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

async function readNames({ db }: ServiceContext): Promise<Map<string, string>> {
  const rows = await db.alertChannel.findMany({ select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @throws ServiceError `invalid` for a channel that does not exist. */
async function idsOfChannels({ db }: ServiceContext, names: readonly string[]): Promise<string[]> {
  const rows = await db.alertChannel.findMany({ where: { name: { in: [...names] } } })
  return names.map((name) => {
    const found = rows.find((row) => row.name === name)
    if (found) return found.id
    throw new ServiceError('invalid', `There is no channel ${name}.`, {
      hint: 'Add it to the file, or create it.',
    })
  })
}

async function toInput(
  ctx: ServiceContext,
  { clusters, channels, ...route }: z.output<typeof routesSpec>[number],
) {
  return {
    ...route,
    clusterIds: await idsOfClusters(ctx.db, clusters),
    channelIds: await idsOfChannels(ctx, channels),
  }
}

/** Replaces the list: routes of the same name are changed, the others removed, and all are put in order. */
async function setRoutes(ctx: ServiceContext, { spec }: StateObject): Promise<void> {
  const left = (await readRoutes(ctx.db)).routes.map(({ id, row }) => ({ id, name: row.name }))
  const ids: string[] = []
  for (const wanted of routesSpec.parse(spec)) {
    const input = await toInput(ctx, wanted)
    const index = left.findIndex(({ name }) => name === wanted.name)
    const [present] = index < 0 ? [] : left.splice(index, 1)
    const { id } = present
      ? await updateRoute(ctx, { id: present.id, ...input })
      : await createRoute(ctx, input)
    ids.push(id)
  }
  for (const { id } of left) await removeRoute(ctx, { id })
  for (const [position, id] of ids.entries()) {
    const { routes } = await readRoutes(ctx.db)
    if (routes[position]?.id !== id) await moveRoute(ctx, { id, position })
  }
}

/** Their order decides, so all of them are one object. */
export const routesAdapter: LedgerAdapter = {
  async read(ctx) {
    const [{ routes }, slugs, names] = [
      await readRoutes(ctx.db),
      await readSlugs(ctx.db),
      await readNames(ctx),
    ]
    const spec = routes.map(
      ({ row, severities, kinds, clusterIds, channelIds, everyChannel, continues }) => ({
        ...{ name: row.name, severities, clusters: clusterIds.flatMap((id) => slugs.get(id) ?? []), kinds },
        ...{ everyChannel, channels: channelIds.flatMap((id) => names.get(id) ?? []), continues },
      }),
    )
    return [{ kind: 'routes', cluster: null, name: '', id: 'routes', spec: toSpec(spec) }]
  },
  create: setRoutes,
  update: (ctx, _, object) => setRoutes(ctx, object),
}

async function setDefault(ctx: ServiceContext, { spec }: StateObject): Promise<void> {
  const { everyChannel, channels } = defaultRouteSpec.parse(spec)
  await updateDefaultRoute(ctx, { everyChannel, channelIds: await idsOfChannels(ctx, channels) })
}

export const defaultRouteAdapter: LedgerAdapter = {
  async read(ctx) {
    const { defaultRoute } = await readRoutes(ctx.db)
    const names = await readNames(ctx)
    const { everyChannel, channelIds } = defaultRoute
    const spec = toSpec({ everyChannel, channels: channelIds.flatMap((id) => names.get(id) ?? []) })
    return [{ kind: 'defaultRoute', cluster: null, name: '', id: 'default', spec }]
  },
  create: setDefault,
  update: (ctx, _, object) => setDefault(ctx, object),
}
