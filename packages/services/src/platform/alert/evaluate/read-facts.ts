import {
  type DuePartRow,
  dueParts,
  failedMovesByTable,
  listDisks,
  listDistributionQueues,
  listStoragePolicies,
  parseTableTtl,
  sameStorage,
  storeErrors,
  tableMoveState,
} from '@frostline/clickhouse'
import {
  createDueReader,
  type DueParts,
  type FailedMovesOfTable,
  readTtlAge,
  shiftByAge,
} from '@frostline/domain'
import { toDateColumns } from '../../../placement/move-explain/to-part-ttls.ts'
import { toPolicy } from '../../../placement/tier-migration/to-domain.ts'
import { firstRow } from '../../reading/first-row.ts'
import type { NodeReader } from '../../reading/node-reader.ts'
import { toDiskView } from '../../reading/to-disk.ts'

export interface NodeFactsForAlerts {
  due: DueParts[]
  failedMoves: FailedMovesOfTable[]
  localDisks: { name: string; totalBytes: bigint; freeBytes: bigint; sharesWith: string[] }[]
  storeErrors: { errors: bigint; startedAt: Date }
  /** Of Distributed tables. Empty also where the node does not list them. */
  queues: { database: string; table: string; files: bigint; bytes: bigint }[]
}

/** What one evaluation reads from one node: six small aggregated results, whatever the number of parts. */
export async function readAlertFacts(
  reader: NodeReader,
  node: string,
  lateSeconds: number,
): Promise<NodeFactsForAlerts> {
  const [due, disks, policies, errors, failed, queues] = await Promise.all([
    reader.ask(dueParts, { seconds: lateSeconds }),
    reader.ask(listDisks, {}),
    reader.ask(listStoragePolicies, {}),
    reader.ask(storeErrors, {}),
    reader.askIfOffered(failedMovesByTable, {}),
    reader.askIfOffered(listDistributionQueues, {}),
  ])
  const meant = await dropTimesShownEarly(reader, due)
  const counted = firstRow(errors, storeErrors.name)
  return {
    due: meant.map((row) => {
      const policy = toPolicy(policies, row.storage_policy) ?? { name: row.storage_policy, volumes: [] }
      const known = policy.volumes.flatMap((volume) => volume.disks)
      const aliases = sameStorage(row.disk_name, disks)
      return {
        node,
        database: row.database,
        table: row.table,
        ttl: parseTableTtl(row.engine_full),
        policy,
        disk: known.includes(row.disk_name)
          ? row.disk_name
          : (known.find((name) => aliases.has(name)) ?? row.disk_name),
        expression: row.expression,
        parts: Number(row.parts),
        bytes: row.bytes,
      }
    }),
    failedMoves: (failed ?? []).map((row) => ({
      node,
      database: row.database,
      table: row.table,
      failures: Number(row.failures),
      parts: Number(row.parts),
      errorCode: row.last_error,
      exception: row.last_exception,
    })),
    localDisks: disks.flatMap((row) => {
      const { name, totalBytes, freeBytes, sharesWith } = toDiskView(row, disks)
      return totalBytes === null || freeBytes === null ? [] : [{ name, totalBytes, freeBytes, sharesWith }]
    }),
    storeErrors: { errors: counted.errors, startedAt: counted.started_at },
    queues: (queues ?? []).map(({ database, table, files, bytes }) => ({ database, table, files, bytes })),
  }
}

/**
 * Removes those whose time system.parts shows in the past because it wraps at 32 bits (see createDueReader): the server
 * waits for them. The table's columns are read only for a time less its age before 1970.
 */
async function dropTimesShownEarly(reader: NodeReader, due: readonly DuePartRow[]): Promise<DuePartRow[]> {
  const kept = await Promise.all(
    due.map(async (row) => {
      const { database, table, expression } = row
      const age = readTtlAge(expression)
      const shownMs = row.last_due.getTime()
      if (age === null || shiftByAge(shownMs, age, -1) >= 0) return [row]
      const [state] = await reader.ask(tableMoveState, { database, table })
      if (!state) return []
      const nowMs = state.server_time.getTime()
      return createDueReader(toDateColumns(state), nowMs)(expression, shownMs).dueMs > nowMs ? [] : [row]
    }),
  )
  return kept.flat()
}
