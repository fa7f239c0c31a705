import { QueryFailedError } from '@frostline/clickhouse'
import { type BatchFence, type LoadPublish, recordBatch } from '@frostline/db'
import { groupBy } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { judgeOnReplica, readAttachedParts, storedParts } from './attached-parts.ts'
import { findFetchesLeft } from './count-rows.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

/**
 * After all of a batch is in the table: waits until as many replicas of its shard have each part as the load asks for.
 * ATTACH PARTITION itself asks for no quorum. An order to stop ends the waiting, not the batch: its rows are there.
 */
export async function awaitQuorum(task: LoadTask, fence: BatchFence): Promise<void> {
  const { quorum, landing } = task.spec
  if (quorum <= 1 || !landing.replicated) return
  const publishes = (
    await task.deps.db.loadPublish.findMany({ where: { batchId: fence.batchId, tableKind: 'data' } })
  ).filter(({ parts }) => storedParts.parse(parts).length > 0)
  const shards = groupBy(publishes, ({ nodeName }) => String(nodeOf(task, nodeName).shard))
  const backoff = new Backoff(200, 5_000)
  for (let told = ''; ; ) {
    const reasons = await Promise.all(
      [...shards].map(([shard, own]) => findLacking(task, Number(shard), own, quorum)),
    )
    const waitReason = reasons.filter((reason) => reason !== null).join(' ')
    if (waitReason === '' || (await task.orders.stopped())) return
    if (waitReason !== told) await recordBatch(task.deps.db, fence, { waitReason })
    told = waitReason
    task.announce()
    await pause(backoff.next(), () => task.orders.stopped())
  }
}

/** Null: enough replicas have all of them. */
async function findLacking(
  task: LoadTask,
  shard: number,
  publishes: readonly LoadPublish[],
  quorum: number,
): Promise<string | null> {
  const replicas = task.nodes.filter((node) => node.shard === shard).map(({ name }) => name)
  const lacks = await Promise.all(replicas.map((name) => explainLack(task, name, publishes)))
  const having = lacks.filter((lack) => lack === null).length
  if (having >= quorum) return null
  const why = lacks.filter((lack) => lack !== null).join(' ')
  return `All of this batch is in the table, on ${having} of the ${quorum} replicas of shard ${shard} that its quorum requires. The load waits. ${why}`
}

/** Null: it has all of them. */
async function explainLack(
  task: LoadTask,
  node: string,
  publishes: readonly LoadPublish[],
): Promise<string | null> {
  try {
    const attached = await readAttachedParts(task, node, publishes)
    const states = typeof attached === 'string' ? [] : await judgeOnReplica(task, node, publishes, attached)
    const lacking = publishes.find((_, index) => states[index] !== 'arrived')
    // Keeper may not be readable, or have forgotten the parts by now: who has nothing left to fetch has them too.
    return lacking && (await findFetchesLeft(task, nodeOf(task, node))) !== 'none'
      ? `${node} has not fetched all of partition ${lacking.partitionId}.`
      : null
  } catch (error) {
    if (error instanceof QueryFailedError) return error.message
    throw error
  }
}
