import {
  dropPartitionsStatement,
  dropPartStatement,
  explain,
  observeParts,
  partitionParts,
  QueryFailedError,
  replicaStates,
  type StagingNames,
  type Statement,
  type TableRef,
  tableIdentity,
} from '@frostline/clickhouse'
import {
  type BatchFence,
  type LoadPublish,
  listPublishes,
  recordBatch,
  recordPresent,
  recordPublished,
} from '@frostline/db'
import { decidePublish, groupBy, type LoadSpec, type StagedPart, type TargetPart } from '@frostline/domain'
import {
  arrivesByAttach,
  type ConnectedNode,
  renderPublish,
  replicatedDdlSettings,
  stagingTable,
  targetTable,
} from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { isRunning } from '../statement/find-out-statement.ts'
import { storedParts } from './attached-parts.ts'
import { findUnproved } from './find-duplicates.ts'
import { type LoadTask, nodeOf } from './load-task.ts'
import { readRule } from './settle-duplicates.ts'
import { settleLost } from './settle-lost.ts'

export function encodeStagedParts(parts: readonly StagedPart[]) {
  return parts.map(({ name, rows, hash }) => ({ name, rows: String(rows), hash }))
}

export type PublishEnd = 'done' | 'stopped' | 'untouched' | 'replanned' | 'shared'

/** Parameters of a statement are sent in its address. */
const maxPartitionsAtOnce = 50

/**
 * Brings every partition of a batch into the landing table, node by node at the same time: look at all that is left, send
 * each partition at most once, look again. Orders to stop do not count here, since half a batch in the table is
 * nobody's wish, unless all that is left are partitions that the table leaves out. It answers when all has arrived.
 *
 * `untouched`: stopped with nothing of it in the table. `stopped`: with some of it there, so that it goes on from that.
 * `replanned`: nothing of it is, for a replica was lost; it is planned again. `shared`: done but for what a lost replica
 * had; that is another batch by now.
 *
 * @param fresh nothing was sent before: what stands in the staging tables was just observed, so the first look is spared.
 * Throws StaleWriterError when the batch is another's by now.
 */
export async function publishBatch(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  fresh: boolean,
): Promise<PublishEnd> {
  const { db } = task.deps
  const publishes = await listPublishes(db, fence.batchId)
  const ends = await Promise.all(
    [...groupBy(publishes, ({ nodeName }) => nodeName)].map(([nodeName, own]) =>
      publishOnNode(task, fence, names, nodeOf(task, nodeName), own, fresh),
    ),
  )
  if (ends.includes('replanned')) return 'replanned'
  if (ends.every((end) => end === 'done' || end === 'shared'))
    return ends.includes('shared') ? 'shared' : 'done'
  const arrived = await db.loadPublish.count({
    where: { batchId: fence.batchId, publishedAt: { not: null } },
  })
  return arrived === 0 && ends.every((end) => end === 'untouched') ? 'untouched' : 'stopped'
}

async function publishOnNode(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  node: ConnectedNode,
  publishes: readonly LoadPublish[],
  fresh: boolean,
): Promise<PublishEnd> {
  const { deps } = task
  const backoff = new Backoff(200, 10_000)
  let steps: Step[] = fresh
    ? publishes.map((publish) => ({ publish, kind: 'move', staged: storedParts.parse(publish.parts) }))
    : await look(task, names, node, publishes)
  let told: string | null = null
  const attached = new Set<LoadPublish>()
  for (;;) {
    steps = steps.map((step) => explainLeftOut(step, attached))
    const done = steps.flatMap(({ kind, publish }) => (kind === 'done' ? [publish] : []))
    for (const [, own] of groupBy(done, ({ tableKind }) => tableKind))
      await recordPublished(
        deps.db,
        own[0],
        own.map(({ partitionId }) => partitionId),
        deps.now(),
      )
    const taken = task.replicas.takeOverOf(node.name)
    if (taken) {
      const open = steps.flatMap(({ kind, publish }) => (kind === 'done' ? [] : [publish]))
      const settled = await settleLost(task, fence, taken, open)
      if (settled.kind !== 'wait') return settled.kind
      steps = blockAll(open, settled.reason)
    }
    let fault = steps.find((step) => step.kind === 'blocked')?.reason ?? null
    // One that the server refuses must not hold up those after it in its statement.
    for (const act of planActs(task.spec, names, steps, told === null ? maxPartitionsAtOnce : 1)) {
      // The fence: whoever lost the batch sends nothing any more.
      await recordBatch(deps.db, fence, { waitReason: told })
      const reason = await send(task, node, act)
      fault = reason ?? fault
      if (reason === null) for (const publish of act.attaches) attached.add(publish)
    }
    task.announce()
    const left = steps.filter(({ kind }) => kind !== 'done').map(({ publish }) => publish)
    if (left.length === 0) return 'done'
    const leftOut = steps.flatMap((step) => (step.kind === 'blocked' && step.leftOut ? [step.leftOut] : []))
    if (leftOut.length > 0 && (await adoptLeftOut(task, names, leftOut))) fault = null
    else if (leftOut.length === left.length && (await task.orders.stopped()))
      return leftOut.every(({ untouched }) => untouched) ? 'untouched' : 'stopped'
    if (fault !== null) {
      if (fault !== told) {
        told = fault
        deps.log.warn({ ...task.run, node: node.name, fault }, 'A publish waits')
        await recordBatch(deps.db, fence, { waitReason: fault })
        task.announce()
      }
      await pause(backoff.next(), async () => leftOut.length > 0 && (await task.orders.stopped()))
    }
    // After a word of its end nothing of ours can be under way.
    steps =
      fault === null ? await inspectTables(task, names, node, left) : await look(task, names, node, left)
  }
}

/**
 * A replicated table answers that it has attached what it has left out, for having been given parts of the same hash before.
 * That is not waited for in vain: when its deduplication window is over, it takes them.
 */
function explainLeftOut(step: Step, attached: Set<LoadPublish>): Step {
  if (step.kind !== 'move' || !attached.delete(step.publish)) return step
  const { publish } = step
  return {
    publish,
    kind: 'blocked',
    leftOut: {
      publish,
      parts: step.staged,
      untouched: step.staged.length === storedParts.parse(publish.parts).length,
    },
    reason: `${publish.nodeName} skipped parts of partition ${publish.partitionId}: parts with the same content were attached before (replicated_deduplication_window_seconds). Frostline retries until they are accepted. Count them as loaded, or cancel the load.`,
  }
}

/** Whether all that was left out is proved to be in the table, where a person wants to know that: it is dropped then. */
async function adoptLeftOut(
  task: LoadTask,
  names: StagingNames,
  leftOut: readonly LeftOut[],
): Promise<boolean> {
  if ((await readRule(task)) !== 'adopt') return false
  for (const { publish, parts } of leftOut) {
    const own = encodeStagedParts(parts)
    const { nodeName, partitionId } = publish
    if ((await findUnproved(task, names, { nodeName, partitionId, parts: own })) !== null) return false
    publish.present = own
    await recordPresent(task.deps.db, publish, own)
  }
  return true
}

/** Staged parts of a partition that the table has not taken although it said so. */
interface LeftOut {
  publish: LoadPublish
  parts: readonly StagedPart[]
  /** Nothing of the partition has arrived before. */
  untouched: boolean
}

type Step = { publish: LoadPublish } & (
  | { kind: 'done' }
  | { kind: 'move'; staged: readonly StagedPart[] }
  | { kind: 'drop-arrived'; parts: readonly string[]; whole: boolean }
  | { kind: 'blocked'; reason: string; leftOut?: LeftOut }
)

/**
 * What is left to do for each partition, by a few questions for all of them. Nothing may be judged while a statement of
 * ours is still under way: it adds to one table before it takes from the other.
 */
async function look(
  task: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  publishes: readonly LoadPublish[],
): Promise<Step[]> {
  const running = await isRunning(node, [...new Set(publishes.map(publishQueryId))])
  if (running === null)
    return blockAll(publishes, `${node.name} could not be checked for running statements.`)
  if (running) return blockAll(publishes, `${node.name} is still moving partitions into the table.`)
  return inspectTables(task, names, node, publishes)
}

async function inspectTables(
  task: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  publishes: readonly LoadPublish[],
): Promise<Step[]> {
  try {
    const kinds = [...groupBy(publishes, ({ tableKind }) => tableKind)]
    const steps = await Promise.all(kinds.map(([kind, own]) => inspectTable(task, names, node, kind, own)))
    return steps.flat()
  } catch (error) {
    if (error instanceof QueryFailedError) return blockAll(publishes, error.message)
    throw error
  }
}

function blockAll(publishes: readonly LoadPublish[], reason: string): Step[] {
  return publishes.map((publish) => ({ publish, kind: 'blocked', reason }))
}

/** Throws QueryFailedError. */
async function inspectTable(
  task: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  kind: string,
  publishes: readonly LoadPublish[],
): Promise<Step[]> {
  const at = stagingTable(task.spec, names, kind)
  const [identity, observed, replica] = await Promise.all([
    node.client.query(tableIdentity, at),
    node.client.query(observeParts, {
      ...at,
      partition_ids: publishes.map(({ partitionId }) => partitionId),
    }),
    arrivesByAttach(task.spec, kind) ? node.client.query(replicaStates, targetTable(task.spec, kind)) : null,
  ])
  if (replica?.rows[0]?.is_readonly)
    return blockAll(
      publishes,
      `The table is read-only on ${node.name}: its replica has not reconnected to Keeper.`,
    )
  // A part that was moved or dropped leaves an empty one in its place for some minutes (26.7).
  const staged = groupBy(
    observed.rows.filter(({ rows }) => rows > 0n),
    (part) => part.partition_id,
  )
  return Promise.all(
    publishes.map(async (publish): Promise<Step> => {
      const { partitionId } = publish
      const blocked = (reason: string): Step => ({ publish, kind: 'blocked', reason })
      if (identity.rows.length === 0)
        return blocked(
          `The staging table ${at.database}.${at.table} on ${node.name} does not exist any more, and its rows of partition ${partitionId} are lost. Compare the table with the bucket.`,
        )
      const own = (staged.get(partitionId) ?? []).map((part) => ({
        name: part.name,
        rows: part.rows,
        hash: part.hash_of_all_files,
      }))
      const present = new Set(storedParts.parse(publish.present).map(({ name }) => name))
      const adopted = own.flatMap(({ name }) => (present.has(name) ? [name] : []))
      if (adopted.length > 0)
        return { publish, kind: 'drop-arrived', parts: adopted, whole: adopted.length === own.length }
      const action = decidePublish(
        storedParts.parse(publish.parts),
        own,
        own.length === 0 ? [] : await observeTarget(task, node, publish),
        publish.floor,
      )
      switch (action.kind) {
        case 'foreign':
          return blocked(
            `${at.database}.${at.table} on ${node.name} has parts that this load did not write: ${action.parts.join(', ')}. Remove them.`,
          )
        case 'merged-away':
          return blocked(
            `${node.name} was stopped while partition ${partitionId} arrived and has merged it since, so it is unknown which parts of ${at.database}.${at.table} are in the table. Compare the two, and drop the parts that have arrived from the staging table.`,
          )
        case 'drop-arrived':
          return { publish, ...action, whole: action.parts.length === own.length }
        case 'move':
          return { publish, ...action, staged: own }
        case 'done':
          return { publish, ...action }
      }
    }),
  )
}

async function observeTarget(
  task: LoadTask,
  node: ConnectedNode,
  { tableKind, partitionId }: LoadPublish,
): Promise<TargetPart[]> {
  const into = targetTable(task.spec, tableKind)
  const { rows } = await node.client.query(partitionParts, { ...into, partition_id: partitionId })
  return rows.map((part) => ({
    hash: part.hash_of_all_files,
    active: part.active,
    rows: part.rows,
    minBlock: part.min_block_number,
    maxBlock: part.max_block_number,
  }))
}

/** A staged partition may be larger than what a server lets be dropped (50 GB by default). */
const dropSettings = { max_partition_size_to_drop: '0' }

interface Act {
  statement: Statement
  settings: Record<string, string>
  queryId: string
  /** What it copies, and does not take away. */
  attaches: readonly LoadPublish[]
}

/** Those of one table together, by so many partitions. */
function planActs(spec: LoadSpec, names: StagingNames, steps: readonly Step[], atOnce: number): Act[] {
  return [...groupBy(steps, ({ publish }) => publish.tableKind)].flatMap(([tableKind, own]) => {
    const staging = stagingTable(spec, names, tableKind)
    const queryId = publishQueryId(own[0].publish)
    const copies = arrivesByAttach(spec, tableKind)
    const arrivals = own.filter(({ kind }) => kind === 'move').map(({ publish }) => publish)
    const drops = dropArrived(staging, own).map(
      (statement): Act => ({ statement, settings: dropSettings, queryId, attaches: [] }),
    )
    const brings = inGroups(arrivals, atOnce).map((group): Act => {
      const ids = group.map(({ partitionId }) => partitionId)
      return {
        statement: renderPublish(spec, names, tableKind, ids),
        settings: replicatedDdlSettings,
        queryId,
        attaches: copies ? group : [],
      }
    })
    return [...drops, ...brings]
  })
}

/** Whole partitions where all of one has arrived, else part by part. */
function dropArrived(staging: TableRef, steps: readonly Step[]): Statement[] {
  const whole: string[] = []
  const parts: string[] = []
  for (const step of steps) {
    if (step.kind !== 'drop-arrived') continue
    if (step.whole) whole.push(step.publish.partitionId)
    else parts.push(...step.parts)
  }
  return [
    ...inGroups(whole, maxPartitionsAtOnce).map((ids) => dropPartitionsStatement(staging, ids)),
    ...parts.map((part) => dropPartStatement(staging, part)),
  ]
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Answers why nothing came of it; null when it is to be checked again at once. */
async function send(
  task: LoadTask,
  node: ConnectedNode,
  { statement, settings, queryId }: Act,
): Promise<string | null> {
  const outcome = await node.client.command({
    ...statement,
    settings,
    queryId,
    signal: task.replicas.lossOf(node.name),
    purpose: 'load-job',
  })
  return outcome.kind === 'ok' ? null : `${node.name}: ${explain(outcome)}`
}

/** The same for every try, so that the server itself refuses a second one beside the first (Code 216). */
function publishQueryId({ batchId, nodeName, tableKind }: LoadPublish): string {
  return `frostline-publish-${batchId}-${nodeName}-${tableKind}`
}
