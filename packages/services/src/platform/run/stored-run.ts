import type { Prisma } from '@frostline/db'
import type { RunView } from './run-schema.ts'

/** What a row of a kind is read with: its run, the cluster, and who last stopped it. */
export const withRun = {
  run: {
    include: {
      cluster: { select: { slug: true, name: true } },
      transitions: {
        where: { order: { in: ['pause', 'cancel'] } },
        orderBy: { id: 'desc' },
        take: 1,
        select: { order: true, byName: true },
      },
    },
  },
} satisfies Prisma.DataGenerationInclude

export type StoredRun = Prisma.RunGetPayload<(typeof withRun)['run']>

/** What every kind of run shows of itself. */
export function viewRun({ cluster, transitions: [stop], ...run }: StoredRun): RunView {
  const { id, clusterId, status, requestedBy, waitReason, error, createdAt, startedAt, finishedAt } = run
  const isPaused = status === 'pausing' || status === 'paused'
  const isCancelled = status === 'cancelling' || status === 'cancelled'
  return {
    ...{ id, clusterId, clusterSlug: cluster.slug, clusterName: cluster.name, status, requestedBy },
    pausedBy: isPaused && stop?.order === 'pause' ? stop.byName : null,
    cancelledBy: isCancelled && stop?.order === 'cancel' ? stop.byName : null,
    ...{ waitReason, error, createdAt, startedAt, finishedAt },
  }
}
