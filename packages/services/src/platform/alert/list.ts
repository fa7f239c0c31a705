import { whereTable } from '../../identity/access/visible.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { readHolds } from './read-holds.ts'
import {
  type AlertCounts,
  type AlertList,
  type AlertView,
  type ListAlertsInput,
  listAlertsInput,
} from './schema.ts'
import { alertParts, toAlertView } from './to-alert-view.ts'

/** Firing or resolved alerts, newest first. Pending ones are not included. */
export async function listAlerts(ctx: ServiceContext, given: ListAlertsInput): Promise<AlertList> {
  const input = await authorizeInput(ctx, 'viewer', listAlertsInput, given)
  const [rows, holds, turn] = await Promise.all([
    ctx.db.alert.findMany({
      where: {
        AND: [whereTable(ctx.actor) ?? {}],
        state: input.state === 'open' ? 'firing' : 'resolved',
        firedAt: { not: null },
        ...(input.cluster ? { cluster: { OR: [{ id: input.cluster }, { slug: input.cluster }] } } : {}),
      },
      include: alertParts,
      orderBy: [{ firedAt: 'desc' }, { id: 'desc' }],
      take: input.limit,
    }),
    readHolds(ctx.db, ctx.now()),
    ctx.db.alertTurn.findUnique({ where: { id: 1 } }),
  ])
  return {
    evaluatedAt: turn?.lastStartAt ?? null,
    alerts: rows.flatMap((row) => toAlertView(row, holds, ctx.now()) ?? []),
  }
}

/** For the bell icon. */
export async function countAlerts(ctx: ServiceContext): Promise<AlertCounts> {
  const { alerts } = await listAlerts(ctx, { state: 'open', limit: 500 })
  const count = (state: AlertView['state']) => alerts.filter((alert) => alert.state === state).length
  return {
    firing: count('firing'),
    critical: alerts.filter(({ state, severity }) => state === 'firing' && severity === 'critical').length,
    acknowledged: count('acknowledged'),
    silenced: count('silenced'),
    maintenance: count('maintenance'),
  }
}
