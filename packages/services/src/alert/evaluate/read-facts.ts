import {
  dueParts,
  failedMovesByTable,
  listDisks,
  listStoragePolicies,
  parseTableTtl,
  sameStorage,
  storeErrors,
} from '@frostline/clickhouse'
import type { DueParts, FailedMovesOfTable } from '@frostline/domain'
import { firstRow } from '../../reading/first-row.ts'
import type { NodeReader } from '../../reading/node-reader.ts'
import { toDiskView } from '../../reading/to-disk.ts'
import { toPolicy } from '../../tier-migration/to-domain.ts'

export interface NodeFactsForAlerts {
  due: DueParts[]
  failedMoves: FailedMovesOfTable[]
  localDisks: { name: string; totalBytes: bigint; freeBytes: bigint }[]
  storeErrors: { errors: bigint; startedAt: Date }
}

/** What one evaluation asks of one node: five small aggregated answers, whatever the number of parts. */
export async function readAlertFacts(
  reader: NodeReader,
  node: string,
  lateSeconds: number,
): Promise<NodeFactsForAlerts> {
  const [due, disks, policies, errors, failed] = await Promise.all([
    reader.ask(dueParts, { seconds: lateSeconds }),
    reader.ask(listDisks, {}),
    reader.ask(listStoragePolicies, {}),
    reader.ask(storeErrors, {}),
    reader.askIfOffered(failedMovesByTable, {}),
  ])
  const counted = firstRow(errors, storeErrors.name)
  return {
    due: due.map((row) => {
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
      const { totalBytes, freeBytes } = toDiskView(row, disks)
      return totalBytes === null || freeBytes === null ? [] : [{ name: row.name, totalBytes, freeBytes }]
    }),
    storeErrors: { errors: counted.errors, startedAt: counted.started_at },
  }
}
