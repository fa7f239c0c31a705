import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  droppedTables,
  flushLogsStatement,
  type LeftObjectsRow,
  leftObjects,
  leftPaths,
  listDisks,
  QueryFailedError,
} from '@frostline/clickhouse'
import type { BenchmarkStep } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import { z } from 'zod'
import type { StepReading } from '../drive-benchmark-step.ts'

/** A server may delete objects a moment after the table is gone. */
const patienceMs = 60_000
/** The request log is created with its first entries, a moment after the requests. */
const logPatienceMs = 10_000

/** Without a UUID the objects of a table cannot be found. */
const written = z.object({ uuid: z.string().regex(/[1-9a-f]/) })

/** What the dropped tables left behind: objects in the store, files, or an unfinished drop. */
export async function findTableLeftovers(
  node: ConnectedNode,
  disk: string,
  steps: readonly BenchmarkStep[],
): Promise<StepReading> {
  const uuids = steps.flatMap(({ figures }) => written.safeParse(figures).data?.uuid ?? [])
  const since = steps.find(({ sentAt }) => sentAt !== null)?.sentAt
  if (uuids.length === 0 || !since)
    return {
      elapsedMs: null,
      figures: null,
      fault: 'Its tables were not created, so leftover data cannot be checked.',
    }
  const remote = await isRemote(node, disk)
  const started = performance.now()
  for (;;) {
    const reading = await lookOnce(node, uuids, new Date(since.getTime() - 3_600_000))
    const waitedMs = performance.now() - started
    const proved = !remote || reading.proof === 'log' || waitedMs > logPatienceMs
    if ((!reading.fault && proved) || waitedMs > patienceMs) return reading
    await sleep(1_000)
  }
}

async function isRemote(node: ConnectedNode, disk: string): Promise<boolean> {
  const { rows } = await node.client.query(listDisks, {})
  return rows.find(({ name }) => name === disk)?.type.toLowerCase() !== 'local'
}

type Look = StepReading & { proof?: 'log' | 'metadata' }

async function lookOnce(node: ConnectedNode, uuids: string[], since: Date): Promise<Look> {
  const dropped = await node.client.query(droppedTables, { uuids })
  const open = dropped.rows[0]?.left ?? 0n
  if (open > 0n)
    return {
      elapsedMs: null,
      figures: null,
      fault: `${open} of its tables are dropped, and their data is still there.`,
    }
  await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
  const logged = await readLog(node, uuids, since)
  if (logged)
    return {
      elapsedMs: null,
      proof: 'log',
      figures: { objectsWritten: logged.written, objectsLeft: logged.left, proof: 'log' },
      fault:
        logged.left > 0n
          ? `${logged.left} of its objects are still in the store, such as ${logged.example}.`
          : null,
    }
  const [row] = (await node.client.query(leftPaths, { uuids })).rows
  const left = row?.left ?? 0n
  return {
    elapsedMs: null,
    figures: { objectsWritten: null, objectsLeft: left, proof: 'metadata' },
    fault:
      left > 0n
        ? `${left} of its objects are still in the metadata of the node, such as ${row?.example}.`
        : null,
  }
}

/** Null: the node has no such log, or no entry of the tables, as with a local disk. */
async function readLog(node: ConnectedNode, uuids: string[], since: Date): Promise<LeftObjectsRow | null> {
  try {
    const [row] = (await node.client.query(leftObjects, { uuids, since })).rows
    return row && row.written > 0n ? row : null
  } catch (error) {
    if (error instanceof QueryFailedError && error.failure.kind === 'refused') return null
    throw error
  }
}
