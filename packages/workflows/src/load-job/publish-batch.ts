import { setTimeout as sleep } from 'node:timers/promises'
import {
  dropPartStatement,
  explain,
  movePartitionToTableStatement,
  observeParts,
  partitionParts,
  QueryFailedError,
  type StagingNames,
  tableIdentity,
} from '@frostline/clickhouse'
import { type BatchFence, type LoadPublish, listPublishes, recordBatch, recordPublished } from '@frostline/db'
import { decidePublish, type PublishAction, type StagedPart } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { z } from 'zod'
import { Backoff } from '../pause.ts'
import { isRunning } from '../statement/find-out-statement.ts'
import { stagingTable, targetTable } from './arrival-tables.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

const storedParts = z.array(
  z.object({ name: z.string(), rows: z.string().transform(BigInt), hash: z.string() }),
)

export function encodeStagedParts(parts: readonly StagedPart[]) {
  return parts.map(({ name, rows, hash }) => ({ name, rows: String(rows), hash }))
}

/**
 * Brings every partition of a batch into the landing table: look, send at most one statement, look again. Orders to stop
 * do not count here: half a batch in the table is nobody's wish. It answers when all has arrived.
 *
 * @param fresh nothing was sent before: then the first look needs no comparison with the landing table.
 * Throws StaleWriterError when the batch is another's by now.
 */
export async function publishBatch(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  fresh: boolean,
): Promise<void> {
  const publishes = await listPublishes(task.deps.db, fence.batchId)
  const lanes = new Map<string, LoadPublish[]>()
  for (const publish of publishes)
    lanes.set(publish.nodeName, [...(lanes.get(publish.nodeName) ?? []), publish])
  await Promise.all(
    [...lanes].map(async ([nodeName, own]) => {
      for (const publish of own) await publishOne(task, fence, names, nodeOf(task, nodeName), publish, fresh)
    }),
  )
}

async function publishOne(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  node: ConnectedNode,
  publish: LoadPublish,
  fresh: boolean,
): Promise<void> {
  const { deps } = task
  const planned = storedParts.parse(publish.parts)
  const backoff = new Backoff(200, 10_000)
  let sent = !fresh
  let told: string | null = null
  for (;;) {
    const step = await look(task, names, node, publish, sent ? planned : null)
    if (step.kind === 'done') {
      await recordPublished(deps.db, publish, deps.now())
      task.announce()
      return
    }
    let fault = step.kind === 'blocked' ? step.reason : null
    if (step.kind === 'move' || step.kind === 'drop-arrived') {
      // The fence: whoever lost the batch sends nothing any more.
      await recordBatch(deps.db, fence, { waitReason: told })
      sent = true
      fault = await act(task, names, node, publish, step)
    }
    if (fault === null) continue
    if (fault !== told) {
      told = fault
      deps.log.warn(
        { ...task.run, node: node.name, partition: publish.partitionId, fault },
        'A publish waits',
      )
      await recordBatch(deps.db, fence, { waitReason: fault })
      task.announce()
    }
    await sleep(backoff.next())
  }
}

type Step =
  | Extract<PublishAction, { kind: 'done' | 'move' | 'drop-arrived' }>
  | { kind: 'blocked'; reason: string }

/** Nothing may be judged while a statement of ours is still under way: it adds to one table before it takes from the other. */
async function look(
  task: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  publish: LoadPublish,
  planned: StagedPart[] | null,
): Promise<Step> {
  const { partitionId } = publish
  const at = stagingTable(task.spec, names, publish.tableKind)
  const into = targetTable(task.spec, publish.tableKind)
  try {
    const running = await isRunning(node, [publishQueryId(publish)])
    if (running === null) return blocked(`${node.name} cannot be asked what runs there.`)
    if (running) return blocked(`${node.name} is still moving partition ${partitionId} into the table.`)
    const staging = await node.client.query(tableIdentity, at)
    if (staging.rows.length === 0)
      return blocked(
        `The staging table ${at.database}.${at.table} on ${node.name} is gone, and with it what it had for partition ${partitionId}. Compare the table with the bucket.`,
      )
    const { rows } = await node.client.query(observeParts, {
      ...at,
      partition_ids: [partitionId],
    })
    // A part that was moved or dropped leaves an empty one in its place for some minutes (26.7).
    const staged = rows
      .filter((part) => part.rows > 0n)
      .map(({ name, rows: count, hash_of_all_files: hash }) => ({ name, rows: count, hash }))
    const target =
      planned === null || staged.length === 0
        ? []
        : (await node.client.query(partitionParts, { ...into, partition_id: partitionId })).rows.map(
            (part) => ({
              hash: part.hash_of_all_files,
              active: part.active,
              rows: part.rows,
              minBlock: part.min_block_number,
              maxBlock: part.max_block_number,
            }),
          )
    const action = decidePublish(planned, staged, target, publish.floor)
    switch (action.kind) {
      case 'foreign':
        return blocked(
          `${at.database}.${at.table} on ${node.name} holds parts that this load did not write: ${action.parts.join(', ')}. Take them out of it.`,
        )
      case 'merged-away':
        return blocked(
          `${node.name} was stopped while partition ${partitionId} arrived and has merged it since, so it cannot be told what of ${at.database}.${at.table} is in the table. Compare the two, and drop from the staging table what has arrived.`,
        )
      default:
        return action
    }
  } catch (error) {
    if (error instanceof QueryFailedError) return blocked(error.message)
    throw error
  }
}

function blocked(reason: string): Step {
  return { kind: 'blocked', reason }
}

/** Answers why nothing came of it; null when it is to be looked at again at once. */
async function act(
  task: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  publish: LoadPublish,
  action: Extract<PublishAction, { kind: 'move' | 'drop-arrived' }>,
): Promise<string | null> {
  const staging = stagingTable(task.spec, names, publish.tableKind)
  const target = targetTable(task.spec, publish.tableKind)
  const statements =
    action.kind === 'move'
      ? [movePartitionToTableStatement(staging, publish.partitionId, target)]
      : action.parts.map((part) => dropPartStatement(staging, part))
  for (const statement of statements) {
    const outcome = await node.client.command({
      ...statement,
      queryId: publishQueryId(publish),
      purpose: 'load-job',
    })
    if (outcome.kind !== 'ok') return `${node.name}: ${explain(outcome)}`
  }
  return null
}

/** The same for every try, so that the server itself refuses a second one beside the first (Code 216). */
function publishQueryId({ batchId, nodeName, tableKind, partitionId }: LoadPublish): string {
  return `frostline-publish-${batchId}-${nodeName}-${tableKind}-${partitionId}`
}
