import type { Database } from '@frostline/db'
import type { WatchedAuditDestination } from '@frostline/domain'

/** Destinations belong to no cluster: their alerts are those of the cluster that was registered first. */
export async function watchAuditDestinations(
  db: Database,
  clusterId: string,
): Promise<WatchedAuditDestination[]> {
  const first = await db.cluster.findFirst({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  if (first?.id !== clusterId) return []
  const rows = await db.auditDestination.findMany({ where: { enabled: true }, orderBy: { name: 'asc' } })
  return Promise.all(
    rows.map(async ({ name, shippedSequence, lastError }) => {
      const waiting = await db.auditEntry.aggregate({
        where: { OR: [{ sequence: { gt: shippedSequence } }, { sequence: null }] },
        _count: true,
        _min: { at: true },
      })
      return {
        ...{ name, lastError, waitingEntries: waiting._count },
        oldestWaitingMs: waiting._min.at?.getTime() ?? null,
      }
    }),
  )
}
