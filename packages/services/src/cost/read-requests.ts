import {
  type DiskRow,
  listDisks,
  oldestLogEntry,
  type StoreEventsRow,
  type StoreReadsRow,
  type StoreWritesRow,
  storeEvents,
  storeReads,
  storeWrites,
  type TableDiskSizeRow,
  tableDiskSizes,
  zeroCopyTables,
} from '@frostline/clickhouse'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { tableKey } from '../reading/table-sizes.ts'

export interface NodeRequests {
  sizes: readonly TableDiskSizeRow[]
  disks: readonly DiskRow[]
  /** All requests of disks since the server started. */
  events: StoreEventsRow
  /** Null: the node keeps no such log. */
  writes: LogWindow<StoreWritesRow> | null
  reads: LogWindow<StoreReadsRow> | null
}

/** What one node knows of its requests to stores: by table from its logs, in all from its counters. */
export async function readRequests(reader: NodeReader, since: Date): Promise<NodeRequests> {
  const [sizes, disks, counted, writeRows, readRows, writesFrom, readsFrom] = await Promise.all([
    reader.ask(tableDiskSizes, { include_system: true }),
    reader.ask(listDisks, {}),
    reader.ask(storeEvents, {}),
    reader.askIfOffered(storeWrites, { since }, logAnswer),
    reader.askIfOffered(storeReads, { since }, logAnswer),
    reader.askIfOffered(oldestLogEntry, { log: 'blob_storage_log' }, logAnswer),
    reader.askIfOffered(oldestLogEntry, { log: 'query_log' }, logAnswer),
  ])
  return {
    ...{ sizes, disks, events: firstRow(counted, storeEvents.name) },
    writes: windowOfLog(writeRows, writesFrom, since),
    reads: windowOfLog(readRows, readsFrom, since),
  }
}

/** A log may be large: reading it takes longer than a page waits. */
export const logBudgetMs = 35_000
/** Whoever asks again within the minute, at other prices or by other assumptions, is told what was counted. */
export const logAnswer = { ttlMs: 60_000 }

export interface LogWindow<Row> {
  /** From when on the rows tell. */
  from: Date
  rows: readonly Row[]
}

/** Null: the node keeps no such log, or has nothing in it yet. What it would tell is not known then. */
export function windowOfLog<Row>(
  rows: readonly Row[] | null,
  oldest: readonly { oldest_at: Date | null }[] | null,
  since: Date,
): LogWindow<Row> | null {
  const from = oldest?.[0]?.oldest_at
  if (rows === null || !from) return null
  return { rows, from: from > since ? from : since }
}

interface Named {
  database: string
  table: string
}

/** query_log quotes a name where it is no plain word. */
function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}

/** How logs may write the name of a table: quoted where needed, or, by older servers, as it is. */
export function spellingsInLogs({ database, table }: Named): string[] {
  return [...new Set([`${quoted(database)}.${quoted(table)}`, `${database}.${table}`])]
}

/** Tables by what logs call them. The first of several rows of one table stands for it. */
export function namesInLogs<Row extends Named>(rows: readonly Row[]): Map<string, Row> {
  const names = new Map<string, Row>()
  for (const row of rows) for (const name of spellingsInLogs(row)) if (!names.has(name)) names.set(name, row)
  return names
}

/** Pages that refresh do not ask for it each time. */
const answer = { ttlMs: 600_000, lasting: true }

/** Keys of the tables of a node whose replicas share their objects on a store. */
export async function askSharedTables(reader: NodeReader): Promise<ReadonlySet<string>> {
  const rows = await reader.ask(zeroCopyTables, {}, answer)
  return new Set(rows.map(({ database, table }) => tableKey(database, table)))
}
