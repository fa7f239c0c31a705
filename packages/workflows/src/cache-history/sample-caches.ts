import { setTimeout as sleep } from 'node:timers/promises'
import { type Actor, type ServiceContext, sampleCaches } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

const TICK_MS = 1000

/** Samples the caches of all clusters at the start of each minute; of several workers one does for each cluster. */
export async function watchCaches(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  const actor: Actor = { type: 'system', id: deps.workerId, name: deps.workerId, role: 'viewer' }
  const ctx: ServiceContext = { actor, db: deps.db, clusters: deps.clusters, now: deps.now }
  let sampledMinute = -1
  while (!signal.aborted) {
    const minute = Math.floor(deps.now().getTime() / 60_000)
    try {
      if (minute !== sampledMinute) {
        const clusters = await deps.db.cluster.findMany({ select: { id: true } })
        sampledMinute = minute
        await Promise.all(clusters.map(({ id }) => sampleOne(deps, ctx, id)))
      }
    } catch (error) {
      deps.log.warn({ error }, 'The caches could not be sampled; they are again at the next tick')
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function sampleOne(deps: WorkflowDeps, ctx: ServiceContext, clusterId: string): Promise<void> {
  await sampleCaches(ctx, clusterId).catch((error: unknown) =>
    deps.log.warn({ error, clusterId }, 'The caches of a cluster could not be sampled; a minute is missing'),
  )
}
