import { qualifiedName } from '../sql/qualified-name.ts'
import type { TableRef } from './move.ts'
import type { Statement } from './statement.ts'

/**
 * Moves whole partitions into another table of the same structure and policy, neither of them replicated, one after the
 * other. The parts of each arrive together; a node killed meanwhile may come back with parts in both tables (see
 * decidePublish).
 */
export function movePartitionsStatement(
  from: TableRef,
  partitionIds: readonly string[],
  to: TableRef,
): Statement {
  const target = qualifiedName(to.database, to.table)
  return alterPartitions(from, partitionIds, (id) => `MOVE PARTITION ID ${id} TO TABLE ${target}`)
}

/**
 * Copies whole partitions: on the same disk by hard links, between disks byte by byte (26.7; older servers reject
 * that). Like a move, KILL QUERY does not stop it. A replicated table accepts the parts of each in one Keeper
 * transaction, and silently skips those that it received before, by their hash, within its deduplication window [SRC].
 */
export function attachPartitionsStatement(
  from: TableRef,
  partitionIds: readonly string[],
  to: TableRef,
): Statement {
  const source = qualifiedName(from.database, from.table)
  return alterPartitions(to, partitionIds, (id) => `ATTACH PARTITION ID ${id} FROM ${source}`)
}

export function dropPartitionsStatement(at: TableRef, partitionIds: readonly string[]): Statement {
  return alterPartitions(at, partitionIds, (id) => `DROP PARTITION ID ${id}`)
}

export function dropPartStatement({ database, table }: TableRef, partName: string): Statement {
  return {
    sql: `ALTER TABLE ${qualifiedName(database, table)} DROP PART {part_name: String}`,
    params: { part_name: partName },
  }
}

function alterPartitions(
  { database, table }: TableRef,
  partitionIds: readonly string[],
  command: (id: string) => string,
): Statement {
  const commands = partitionIds.map((_, index) => command(`{partition_${index}: String}`))
  return {
    sql: `ALTER TABLE ${qualifiedName(database, table)} ${commands.join(', ')}`,
    params: Object.fromEntries(partitionIds.map((id, index) => [`partition_${index}`, id])),
  }
}
