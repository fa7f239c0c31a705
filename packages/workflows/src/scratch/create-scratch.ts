import type { TableRef } from '@frostline/clickhouse'
import {
  createScratchStatement,
  explain,
  type Statement,
  scratchPrefix,
  tableDefinition,
} from '@frostline/clickhouse'
import { recordScratchTable } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import type { StepPreparation } from '../benchmark/step-preparation.ts'

/** The same run has the same names, whichever worker continues it. */
export function scratchName(benchmarkId: string, suffix: string): string {
  return `${scratchPrefix}${benchmarkId.replaceAll('-', '')}_${suffix}`
}

/**
 * Creates a table like another beside it, on one disk only; an existing one stays. Returns the obstacle; null: it
 * exists. Throws QueryFailedError.
 */
export async function createScratchLike(
  preparation: StepPreparation,
  node: ConnectedNode,
  like: TableRef,
  { name, disk }: { name: string; disk: string },
): Promise<string | null> {
  const { rows } = await node.client.query(tableDefinition, like)
  const [definition] = rows
  if (!definition) return `There is no table ${like.database}.${like.table} on ${node.name} any more.`
  const at = { database: like.database, table: name }
  const statement = createScratchStatement(at, like, definition.engine_full, disk)
  return createScratch(preparation, node, at, disk, statement)
}

/** Recorded before it is created. Returns the obstacle; null: it exists. */
export async function createScratch(
  preparation: StepPreparation,
  node: ConnectedNode,
  { database, table: name }: TableRef,
  disk: string,
  statement: Statement,
): Promise<string | null> {
  const { deps, run, clusterId } = preparation.task
  await recordScratchTable(
    deps.db,
    { clusterId, benchmarkId: run.id, nodeName: node.name, database, name, disk },
    deps.now(),
  )
  const outcome = await preparation.send(node, { ...statement, timeoutMs: 60_000 })
  return outcome.kind === 'ok' ? null : `${node.name}: ${explain(outcome)}`
}
