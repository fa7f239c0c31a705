import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor, ServiceContext } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

const TICK_MS = 1000

export interface ClusterWatch {
  /** Logged when it fails, for one cluster or for all; repeated at the next tick. */
  failure: string
  /** Once per interval of the clock. */
  everyMs: number
  look: (ctx: ServiceContext, clusterId: string) => Promise<void>
}

/**
 * Runs for every cluster periodically; a slow one does not delay the others, and never runs twice at a time. The
 * function itself picks one of several workers.
 */
export async function watchClusters(
  deps: WorkflowDeps,
  signal: AbortSignal,
  { failure, everyMs, look }: ClusterWatch,
): Promise<void> {
  const actor: Actor = { type: 'system', id: deps.workerId, name: deps.workerId, role: 'viewer' }
  const ctx: ServiceContext = { actor, db: deps.db, clusters: deps.clusters, now: deps.now }
  const underWay = new Map<string, Promise<void>>()
  const lookAt = (clusterId: string) =>
    look(ctx, clusterId)
      .catch((error: unknown) => deps.log.warn({ error, clusterId }, failure))
      .finally(() => underWay.delete(clusterId))
  let lookedSpan = -1
  while (!signal.aborted) {
    const span = Math.floor(deps.now().getTime() / everyMs)
    try {
      if (span !== lookedSpan) {
        const clusters = await deps.db.cluster.findMany({ select: { id: true } })
        lookedSpan = span
        for (const { id } of clusters) if (!underWay.has(id)) underWay.set(id, lookAt(id))
      }
    } catch (error) {
      deps.log.warn({ error }, failure)
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay.values())
}
