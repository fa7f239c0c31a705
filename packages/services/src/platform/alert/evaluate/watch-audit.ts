import type { Database } from '@frostline/db'
import type { WatchedAuditDestination } from '@frostline/domain'

/** The audit belongs to no cluster: its alerts are those of the cluster that was registered first. */
export async function watchAudit(
  db: Database,
  clusterId: string,
): Promise<{ fault: string | null; destinations: WatchedAuditDestination[] }> {
  const first = await db.cluster.findFirst({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  if (first?.id !== clusterId) return { fault: null, destinations: [] }
  const rows = await db.auditDestination.findMany({ where: { enabled: true }, orderBy: { name: 'asc' } })
  const chain = await db.auditChain.findUnique({ where: { id: 1 }, select: { verifiedFault: true } })
  const destinations = await Promise.all(
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
  return { fault: chain?.verifiedFault ?? null, destinations }
}
