import type { Transaction } from '@frostline/db'
import { findSilence } from '../is-silenced.ts'

/**
 * Hands alerts to the channels: those that fire, unless somebody has acknowledged or silenced them, and the end of
 * those that were handed over. One transaction with the mark `notifiedAt`, and one row for each alert, channel and
 * event, so that nothing is told twice.
 */
export async function fillOutbox(tx: Transaction, clusterId: string, now: Date): Promise<void> {
  const [fired, over, silences, channels] = await Promise.all([
    tx.alert.findMany({ where: { clusterId, state: 'firing', notifiedAt: null, acknowledgedAt: null } }),
    tx.alert.findMany({
      where: {
        clusterId,
        state: 'resolved',
        notifiedAt: { not: null },
        resolvedAt: { gt: new Date(now.getTime() - 3_600_000) },
        deliveries: { none: { event: 'resolved' } },
      },
    }),
    tx.alertSilence.findMany({ where: { endedAt: null, until: { gt: now } } }),
    tx.alertChannel.findMany({ where: { enabled: true }, select: { id: true } }),
  ])
  const loud = fired.filter((alert) => !findSilence(alert, silences, now))
  const news = [
    ...loud.map(({ id }) => ({ alertId: id, event: 'fired' })),
    ...over.map(({ id }) => ({ alertId: id, event: 'resolved' })),
  ]
  await tx.alertDelivery.createMany({
    data: news.flatMap((one) =>
      channels.map((channel) => ({ ...one, channelId: channel.id, nextAttemptAt: now, createdAt: now })),
    ),
    skipDuplicates: true,
  })
  await tx.alert.updateMany({ where: { id: { in: loud.map(({ id }) => id) } }, data: { notifiedAt: now } })
}
