import { QueryFailedError } from '@frostline/clickhouse'
import { recordCachedAfter } from '@frostline/db'
import { type ConnectedNode, lookAtNodeNow } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { WarmupTask } from './warmup-task.ts'

/**
 * What each node has cached when all is read: later partitions, or other queries, may have pushed earlier ones out. A node
 * that is away is waited for; one that refuses is left without the figure.
 */
export async function lookAtEnd(task: WarmupTask): Promise<void> {
  const steps = await task.deps.db.cacheWarmupStep.findMany({
    where: { warmupId: task.run.id, status: 'completed' },
    distinct: ['nodeName'],
    select: { nodeName: true },
  })
  const names = new Set(steps.map(({ nodeName }) => nodeName))
  await Promise.all(task.nodes.filter(({ name }) => names.has(name)).map((node) => lookUntilSeen(task, node)))
}

async function lookUntilSeen(task: WarmupTask, node: ConnectedNode): Promise<void> {
  const { database, table, columns } = task.spec
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      const look = await lookAtNodeNow(node, { database, table, columns })
      await recordCachedAfter(
        task.deps.db,
        task.run,
        node.name,
        (look?.extents ?? []).map(({ cache, ...extent }) => ({ cacheName: cache, ...extent })),
      )
      return await task.wait(node.name, null)
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      if (error.failure.kind === 'refused') {
        task.deps.log.warn(
          { ...task.run, node: node.name, error },
          'The cache content at the end could not be read',
        )
        return
      }
      await task.wait(node.name, `${node.name} does not answer. Waiting to read its cache content.`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
}
