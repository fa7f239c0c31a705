import type { AlertRoute as RouteRow, Transaction } from '@frostline/db'
import { type AlertRoute, type AlertSeverity, alertSeverities } from '@frostline/domain'
import { defaultRouteId } from './lock-routes.ts'
import { knownKinds } from './read-holds.ts'

export interface StoredRoutes {
  routes: (AlertRoute & { row: RouteRow })[]
  defaultRoute: AlertRoute & { row: RouteRow }
}

/** The routes in their order, and the default route. */
export async function readRoutes(tx: Transaction): Promise<StoredRoutes> {
  const rows = await tx.alertRoute.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] })
  const defaultRow = rows.find(({ id }) => id === defaultRouteId)
  if (!defaultRow) throw new Error('The ledger has no default route of alerts.')
  return {
    routes: rows.filter(({ isDefault }) => !isDefault).map(toRoute),
    defaultRoute: toRoute(defaultRow),
  }
}

function toRoute(row: RouteRow): AlertRoute & { row: RouteRow } {
  const { id, clusterIds, everyChannel, channelIds, continues } = row
  return {
    ...{ id, clusterIds, everyChannel, channelIds, continues, row },
    severities: readSeverities(row.severities),
    kinds: knownKinds(row.kinds),
  }
}

/** Written by this program only, so that all are known. */
function readSeverities(severities: readonly string[]): AlertSeverity[] {
  return alertSeverities.filter((each) => severities.includes(each))
}
