import { randomUUID } from 'node:crypto'
import {
  createScratchStatement,
  explain,
  type Statement,
  scratchPrefix,
  tableDefinition,
} from '@frostline/clickhouse'
import { recordScratchTable } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from '../benchmark/benchmark-task.ts'

export interface TableAt {
  database: string
  table: string
}

/** The same run has the same names, whichever worker goes on with it. */
export function scratchName(benchmarkId: string, suffix: string): string {
  return `${scratchPrefix}${benchmarkId.replaceAll('-', '')}_${suffix}`
}

/**
 * A table like another beside it, on one disk alone; one that is there already stays. What is in the way, for people; null:
 * it is there. Throws QueryFailedError.
 */
export async function createScratchLike(
  task: BenchmarkTask,
  node: ConnectedNode,
  like: TableAt,
  { name, disk }: { name: string; disk: string },
): Promise<string | null> {
  const { rows } = await node.client.query(tableDefinition, like)
  const [definition] = rows
  if (!definition) return `There is no table ${like.database}.${like.table} on ${node.name} any more.`
  const at = { database: like.database, table: name }
  return createScratch(task, node, at, disk, createScratchStatement(at, like, definition.engine_full, disk))
}

/** Written down before it is created. What is in the way, for people; null: it is there. */
export async function createScratch(
  { deps, run, clusterId }: BenchmarkTask,
  node: ConnectedNode,
  { database, table: name }: TableAt,
  disk: string,
  statement: Statement,
): Promise<string | null> {
  await recordScratchTable(
    deps.db,
    { clusterId, benchmarkId: run.benchmarkId, nodeName: node.name, database, name, disk },
    deps.now(),
  )
  const outcome = await node.client.command({
    ...statement,
    queryId: `frostline-scratch-${randomUUID()}`,
    timeoutMs: 60_000,
    purpose: 'benchmark',
  })
  return outcome.kind === 'ok' ? null : `${node.name}: ${explain(outcome)}`
}
