import { attachedBlockCount, parseEngineSettings, QueryFailedError } from '@frostline/clickhouse'
import { type BatchFence, type LoadPublish, recordBatch, recordPublished, reloadLost } from '@frostline/db'
import { explainTakeOver, type LostPublishState, type TakeOver } from '@frostline/domain'
import { judgeOnReplica, readAttachedParts, storedParts } from './attached-parts.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

/** `replanned`, `shared`: see publishBatch. */
export type LostEnd = { kind: 'done' | 'replanned' | 'shared' } | { kind: 'wait'; reason: string }

/**
 * What a lost node was still to bring into the table. What it had committed is in Keeper, with the parts that it became, and
 * is no more to be done once the other replica has their rows. What is not in Keeper can never come: the node's session has
 * ended. It is loaded again where nothing of the node is in the table; in all other cases the node is waited for. So it is
 * where a Replicated database carries ATTACH to all replicas: the node finds it in the queue of the database when it is back.
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
  if (task.spec.landing.carried)
    return wait(
      `The database of the table has several shards, and lets ${taken.lost} attach its staged rows when it is back.`,
    )
  if (publishes.some(({ tableKind }) => tableKind !== 'data'))
    return wait(`Bad rows of this batch were collected on ${taken.lost} and may be in their table there.`)
  if (publishes.some(({ present }) => storedParts.parse(present).length > 0))
    return wait('Some of its rows were counted as loaded before. This applies only to its own staged parts.')
  // The fence: whoever lost the batch decides nothing any more.
  await recordBatch(db, fence, {})
  let states: LostPublishState[] | string
  try {
    states = await judgeAll(task, fence, taken, publishes)
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    states = `It is unknown which rows have arrived: ${error.message}`
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
      `Keeper has parts of partition ${behind.partitionId} in the table, but only ${taken.lost} has their rows: ${taken.by} could not fetch them.`,
    )
  const missing = of('not-arrived')
  if (missing.length === 0) return { kind: 'done' }
  const lost = { nodeName: taken.lost, rows: missing.reduce((sum, { rows }) => sum + rows, 0n) }
  const told = `${explainTakeOver(taken)} The rows staged on ${taken.lost} are loaded again, because Keeper has none of them in the table.`
  const end = await reloadLost(db, fence, lost, told)
  log.warn({ ...task.run, ...taken, end }, 'What a lost replica had staged is loaded again')
  task.announce()
  if (end === 'unreported')
    return wait(
      'Some of its rows are in the table and some are not, and Frostline cannot tell which objects they belong to.',
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
  const attached = await readAttachedParts(task, by, publishes)
  if (typeof attached === 'string') return attached
  const states = await judgeOnReplica(task, by, publishes, attached)
  if (!states.includes('not-arrived')) return states
  const { path, engineFull, defaults } = attached
  const { db, now } = task.deps
  const { loadedAt } = await db.loadBatch.findUniqueOrThrow({ where: { id: batchId } })
  const settings = parseEngineSettings(engineFull)
  const seconds = Number(settings.replicated_deduplication_window_seconds ?? defaults.seconds)
  const most = BigInt(settings.replicated_deduplication_window ?? defaults.blocks)
  const [known] = (await nodeOf(task, by).client.query(attachedBlockCount, { path })).rows
  const ageMs = loadedAt ? now().getTime() - loadedAt.getTime() : Number.POSITIVE_INFINITY
  return ageMs < seconds * 1_000 && known && known.blocks < most
    ? states
    : 'Keeper has forgotten which parts were attached (replicated_deduplication_window).'
}
