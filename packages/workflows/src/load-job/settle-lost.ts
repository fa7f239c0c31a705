import {
  attachedBlockCount,
  deduplicationFacts,
  parseEngineSettings,
  partitionParts,
  QueryFailedError,
} from '@frostline/clickhouse'
import { type BatchFence, type LoadPublish, recordBatch, recordPublished, reloadLost } from '@frostline/db'
import {
  blockNameOf,
  explainTakeOver,
  judgeLostPublish,
  type LostPublishState,
  type TakeOver,
} from '@frostline/domain'
import { targetTable } from '@frostline/services'
import { z } from 'zod'
import { readBlocks } from './find-duplicates.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

export const storedParts = z.array(
  z.object({ name: z.string(), rows: z.string().transform(BigInt), hash: z.string() }),
)

/** `replanned`, `shared`: see publishBatch. */
export type LostEnd = { kind: 'done' | 'replanned' | 'shared' } | { kind: 'wait'; reason: string }

/**
 * What a lost node was still to bring into the table. What it had committed is in Keeper, with the parts that it became, and
 * is no more to be done once the other replica has their rows. What is not in Keeper can never come: the node's session has
 * ended. It is loaded again where nothing of the node is in the table; in all other cases the node is waited for.
 */
export async function settleLost(
  task: LoadTask,
  fence: BatchFence,
  taken: TakeOver,
  publishes: readonly LoadPublish[],
): Promise<LostEnd> {
  const { db, now, log } = task.deps
  const wait = (reason: string): LostEnd => ({
    kind: 'wait',
    reason: `${explainTakeOver(taken)} ${reason} This batch waits until ${taken.lost} is back.`,
  })
  if (publishes.some(({ tableKind }) => tableKind !== 'data'))
    return wait(`Bad rows of this batch were collected on ${taken.lost} and may be in their table there.`)
  if (publishes.some(({ present }) => storedParts.parse(present).length > 0))
    return wait('Some of its rows were counted as loaded before, which holds for its staged parts alone.')
  // The fence: whoever lost the batch decides nothing any more.
  await recordBatch(db, fence, {})
  let states: LostPublishState[] | string
  try {
    states = await judgeAll(task, fence, taken, publishes)
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    states = `What has arrived cannot be seen: ${error.message}`
  }
  if (typeof states === 'string') return wait(states)
  const of = (state: LostPublishState) => publishes.filter((_, index) => states[index] === state)
  const arrived = of('arrived')
  if (arrived[0])
    await recordPublished(
      db,
      arrived[0],
      arrived.map(({ partitionId }) => partitionId),
      now(),
    )
  const [behind] = [...of('not-fetched'), ...of('unclear')]
  if (behind)
    return wait(
      `Keeper has parts of partition ${behind.partitionId} in the table, and ${taken.lost} alone has their rows: ${taken.by} could not fetch them.`,
    )
  const missing = of('not-arrived')
  if (missing.length === 0) return { kind: 'done' }
  const lost = { nodeName: taken.lost, rows: missing.reduce((sum, { rows }) => sum + rows, 0n) }
  const told = `${explainTakeOver(taken)} What ${taken.lost} had staged is loaded again: Keeper has nothing of it in the table.`
  const end = await reloadLost(db, fence, lost, told)
  log.warn({ ...task.run, ...taken, end }, 'What a lost replica had staged is loaded again')
  task.announce()
  if (end === 'untold')
    return wait(
      'Some of its rows are in the table and some are not, and they cannot be told apart by object.',
    )
  return { kind: end === 'all' ? 'replanned' : 'shared' }
}

/** Why nothing can be said, or what became of each. Throws QueryFailedError. */
async function judgeAll(
  task: LoadTask,
  { batchId }: BatchFence,
  { by }: TakeOver,
  publishes: readonly LoadPublish[],
): Promise<LostPublishState[] | string> {
  const { client } = nodeOf(task, by)
  const target = targetTable(task.spec, 'data')
  const [facts] = (await client.query(deduplicationFacts, target)).rows
  if (!facts) return `${by} has no such table.`
  if (facts.zookeeper_name !== 'default') return 'The table lies in a Keeper that cannot be read by SQL.'
  const parts = publishes.map((publish) => storedParts.parse(publish.parts))
  const names = publishes.flatMap(({ partitionId }, index) =>
    (parts[index] ?? []).map(({ hash }) => blockNameOf(partitionId, hash)),
  )
  const path = facts.zookeeper_path
  const blocks = await readBlocks(client, path, [...new Set(names)])
  if (blocks === null) return 'The account of Frostline may not read system.zookeeper.'
  const partOf = new Map(blocks.map(({ name, part }) => [name, part]))
  const states = await Promise.all(
    publishes.map(async ({ partitionId, floor }, index) => {
      const { rows } = await client.query(partitionParts, { ...target, partition_id: partitionId })
      const hashes = (parts[index] ?? []).map(({ hash }) => hash)
      return judgeLostPublish({
        ...{ hashes, floor },
        attached: hashes.flatMap((hash) => {
          const part = partOf.get(blockNameOf(partitionId, hash))
          return part === undefined ? [] : [{ hash, part }]
        }),
        held: rows
          .filter(({ active }) => active)
          .map((part) => ({ minBlock: part.min_block_number, maxBlock: part.max_block_number })),
      })
    }),
  )
  if (!states.includes('not-arrived')) return states
  const { loadedAt } = await task.deps.db.loadBatch.findUniqueOrThrow({ where: { id: batchId } })
  const settings = parseEngineSettings(facts.engine_full)
  const seconds = Number(settings.replicated_deduplication_window_seconds ?? facts.default_seconds)
  const most = BigInt(settings.replicated_deduplication_window ?? facts.default_blocks)
  const [known] = (await client.query(attachedBlockCount, { path })).rows
  const ageMs = loadedAt ? task.deps.now().getTime() - loadedAt.getTime() : Number.POSITIVE_INFINITY
  return ageMs < seconds * 1_000 && known && known.blocks < most
    ? states
    : 'Keeper has forgotten which parts were attached (replicated_deduplication_window).'
}
