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
} from '@frostline/clickhouse'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'
import { type LogWindow, logAnswer, windowOfLog } from './log-window.ts'

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
