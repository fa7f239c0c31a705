import type { Transaction } from '@frostline/db'
import { routeAlert } from '@frostline/domain'
import { findHold, readHolds, readKind, readSeverity } from '../read-holds.ts'
import { readRoutes } from '../read-routes.ts'

/** Longer than any outage of the workers is likely to last. */
const RESOLVED_WITHIN_MS = 24 * 3_600_000

/**
 * Queues notifications: firing alerts that nothing holds back, to the channels of their routes, and the resolution of
 * those that were notified, to the channels that they were sent to. In one transaction with the `notifiedAt` mark, and
 * one row per alert, channel and event, so that nothing is sent twice.
 */
export async function fillOutbox(tx: Transaction, clusterId: string, now: Date): Promise<void> {
  const [fired, over, holds, routes, channels] = await Promise.all([
    tx.alert.findMany({ where: { clusterId, state: 'firing', notifiedAt: null, acknowledgedAt: null } }),
    tx.alert.findMany({
      where: {
        clusterId,
        state: 'resolved',
        notifiedAt: { not: null },
        resolvedAt: { gt: new Date(now.getTime() - RESOLVED_WITHIN_MS) },
        deliveries: { some: { event: 'fired' }, none: { event: 'resolved' } },
      },
      include: { deliveries: { where: { event: 'fired', channel: { enabled: true } } } },
    }),
    readHolds(tx, now),
    readRoutes(tx),
    tx.alertChannel.findMany({ where: { enabled: true }, select: { id: true } }),
  ])
  const enabled = channels.map(({ id }) => id)
  const loud = fired.flatMap((alert) => {
    const kind = readKind(alert.kind)
    if (!kind) return []
    const { silence, maintenance } = findHold({ ...alert, kind }, holds, now)
    if (silence || maintenance) return []
    const routed = { kind, severity: readSeverity(alert.severity), clusterId }
    return [{ id: alert.id, ...routeAlert(routed, routes.routes, routes.defaultRoute, enabled) }]
  })
  const messages = [
    ...loud.map(({ id, channelIds }) => ({ alertId: id, event: 'fired', channelIds })),
    ...over.map(({ id, deliveries }) => ({
      alertId: id,
      event: 'resolved',
      channelIds: deliveries.map(({ channelId }) => channelId),
    })),
  ]
  await tx.alertDelivery.createMany({
    data: messages.flatMap(({ alertId, event, channelIds }) =>
      channelIds.map((channelId) => ({ alertId, event, channelId, nextAttemptAt: now, createdAt: now })),
    ),
    skipDuplicates: true,
  })
  await tx.alert.updateMany({ where: { id: { in: loud.map(({ id }) => id) } }, data: { notifiedAt: now } })
}
