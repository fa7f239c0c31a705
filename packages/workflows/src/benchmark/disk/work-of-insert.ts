import { randomUUID } from 'node:crypto'
import type { TableRef } from '@frostline/clickhouse'
import {
  createShapedTable,
  fillShapedTable,
  flushLogsStatement,
  type InsertCountersRow,
  insertCounters,
  QueryFailedError,
  shapedParts,
  uploadedBytes,
} from '@frostline/clickhouse'
import type { DiskBenchmarkSpec, DiskCase } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { createScratch, scratchName } from '../../scratch/create-scratch.ts'
import { emptyScratchPartition } from '../../scratch/empty-partition.ts'
import type { SentStatement } from '../../statement/drive-statement.ts'
import type { BenchmarkTask } from '../benchmark-task.ts'
import { refuse, type StepReading, type StepWork } from '../drive-benchmark-step.ts'

/** Of a table without a partition key. */
const onlyPartition = 'all'

/** The same in each round, whichever worker continues. */
export function tableOfShape(
  { run }: BenchmarkTask,
  { database }: DiskBenchmarkSpec,
  { key }: DiskCase,
): TableRef {
  return { database, table: scratchName(run.id, key.replaceAll('-', '_')) }
}

/** Inserts into an empty table of one shape, then checks the number of parts. */
export function workOfInsert(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
  shape: DiskCase,
): StepWork {
  const at = tableOfShape(task, spec, shape)
  return {
    what: 'the insert',
    prepare: async (preparation) => {
      refuse(await createScratch(preparation, node, at, spec.disk, createShapedTable(at, spec.disk, shape)))
      refuse(await emptyScratchPartition(preparation, node, at, onlyPartition))
    },
    request: {
      ...fillShapedTable(at, { ...shape, rows: spec.rows }),
      timeoutMs: 3_600_000,
      purpose: 'benchmark',
    },
    read: async (sent) => describeInsert(node, at, spec, shape, sent),
  }
}

async function describeInsert(
  node: ConnectedNode,
  at: TableRef,
  { rows }: DiskBenchmarkSpec,
  { format, parts }: DiskCase,
  sent: SentStatement,
): Promise<StepReading> {
  const [found, counted] = await Promise.all([node.client.query(shapedParts, at), readCounters(node, sent)])
  const [only, other] = found.rows
  const wanted = Math.ceil(rows / Math.ceil(rows / parts))
  const fault =
    only?.rows !== BigInt(rows)
      ? `It has ${only?.rows ?? 0} rows, expected ${rows}.`
      : other || only.format !== format
        ? `Its parts are ${only.format}, not ${format}.`
        : only.parts === BigInt(wanted)
          ? null
          : `It has ${only.parts} parts, expected ${wanted}.`
  return {
    elapsedMs: counted?.elapsed_ms ?? null,
    figures: {
      ...{ rows: only?.rows ?? 0n, bytes: only?.bytes ?? 0n, files: only?.files ?? 0n },
      storeBytes: counted?.store_bytes ?? null,
      storeRequests: counted?.store_requests ?? null,
    },
    fault,
  }
}

/** Null: the node does not have them. */
async function readCounters(
  node: ConnectedNode,
  { queryId, sentAt }: SentStatement,
): Promise<InsertCountersRow | null> {
  await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
  const at = { query_id: queryId, since: new Date(sentAt.getTime() - 3_600_000) }
  const counted = await unlessRefused(() => node.client.query(insertCounters, at))
  if (!counted || counted.store_bytes !== null) return counted
  const logged = await unlessRefused(() => node.client.query(uploadedBytes, at))
  return { ...counted, store_bytes: logged?.bytes ?? null }
}

/** The first row; null where there is none, or the node rejects the query or is unreachable. */
async function unlessRefused<Row>(ask: () => Promise<{ rows: Row[] }>): Promise<Row | null> {
  try {
    return (await ask()).rows[0] ?? null
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    return null
  }
}
