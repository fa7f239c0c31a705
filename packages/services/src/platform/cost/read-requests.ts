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
  /** All disk requests since the server started. */
  events: StoreEventsRow
  /** Null: the node keeps no such log. */
  writes: LogWindow<StoreWritesRow> | null
  reads: LogWindow<StoreReadsRow> | null
}

/** One node's requests to stores: by table from its logs, in total from its counters. */
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
/** Repeated requests within a minute, with other prices or assumptions, reuse the counts. */
export const logAnswer = { ttlMs: 60_000 }

export interface LogWindow<Row> {
  /** Start of the period that the rows cover. */
  from: Date
  rows: readonly Row[]
}

/** Null: the node has no such log, or it is still empty. Its content is then unknown. */
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

/** query_log quotes a name that is not a plain word. */
function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, '\\$&')}\``
}

/** How logs may spell a table's name: quoted where needed, or unquoted by older servers. */
export function spellingsInLogs({ database, table }: Named): string[] {
  return [...new Set([`${quoted(database)}.${quoted(table)}`, `${database}.${table}`])]
}

/** Tables by their names in logs. The first of several rows of one table is used. */
export function namesInLogs<Row extends Named>(rows: readonly Row[]): Map<string, Row> {
  const names = new Map<string, Row>()
  for (const row of rows) for (const name of spellingsInLogs(row)) if (!names.has(name)) names.set(name, row)
  return names
}

/** Cached, so that refreshing pages do not query it each time. */
const answer = { ttlMs: 600_000, lasting: true }

/** Keys of a node's tables whose replicas share their objects on a store. */
export async function askSharedTables(reader: NodeReader): Promise<ReadonlySet<string>> {
  const rows = await reader.ask(zeroCopyTables, {}, answer)
  return new Set(rows.map(({ database, table }) => tableKey(database, table)))
}
