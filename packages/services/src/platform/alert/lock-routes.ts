import { lockRow, type Transaction } from '@frostline/db'

/** It is created with the schema, and never removed. */
export const defaultRouteId = '00000000-0000-0000-0000-000000000001'

/** One change of routes at a time, and none while a channel is removed. */
export async function lockRoutes(tx: Transaction): Promise<void> {
  await lockRow(tx, 'alert_route', defaultRouteId)
}

/** Names of the routes that send to a channel by its id. */
export async function listRoutesOfChannel(tx: Transaction, channelId: string): Promise<string[]> {
  const routes = await tx.alertRoute.findMany({
    where: { channelIds: { has: channelId } },
    orderBy: [{ isDefault: 'asc' }, { position: 'asc' }],
    select: { name: true },
  })
  return routes.map(({ name }) => name)
}
