import { randomUUID } from 'node:crypto'
import {
  dropScratchStatement,
  dropStagingSettings,
  explain,
  type NodeClient,
  shownSql,
} from '@frostline/clickhouse'
import {
  listIdleScratchTables,
  listScratchTables,
  recordScratchDrop,
  recordScratchDropSent,
  type ScratchTable,
} from '@frostline/db'
import type { WorkflowDeps } from '../deps.ts'

const statementMs = 120_000
/** A node that is down is tried again after this time, not at every sweep. */
const againMs = 60_000

/** Drops the scratch tables whose run has ended, or is gone: a worker may have died before it could. */
export async function sweepScratchTables(deps: WorkflowDeps): Promise<void> {
  await dropAll(deps, await listIdleScratchTables(deps.db, deps.now()))
}

/** Those of one run, when it has ended. What cannot be dropped now is left to the sweep. */
export async function dropScratchTablesOf(deps: WorkflowDeps, benchmarkId: string): Promise<void> {
  await dropAll(deps, await listScratchTables(deps.db, benchmarkId))
}

async function dropAll(deps: WorkflowDeps, tables: readonly ScratchTable[]): Promise<void> {
  await Promise.all(tables.map((table) => drop(deps, table)))
}

async function drop(deps: WorkflowDeps, table: ScratchTable): Promise<void> {
  const { nodes } = await deps.clusters.get(table.clusterId)
  const node = nodes.find(({ name }) => name === table.nodeName)
  const fault = node
    ? await sendDrop(deps, node.client, table)
    : `${table.nodeName} is not in the cluster any more. Drop ${table.database}.${table.name} there manually.`
  const now = deps.now()
  await recordScratchDrop(
    deps.db,
    table.id,
    fault === null ? { droppedAt: now } : { error: fault, nextDropAt: new Date(now.getTime() + againMs) },
  )
  if (fault !== null)
    deps.log.warn({ scratch: table.id, node: table.nodeName, fault }, 'Could not drop a scratch table yet')
}

async function sendDrop(
  { db, now }: WorkflowDeps,
  client: Pick<NodeClient, 'command'>,
  { id, database, name }: ScratchTable,
): Promise<string | null> {
  const queryId = `frostline-scratch-${randomUUID()}`
  const statement = dropScratchStatement({ database, table: name })
  const settings = dropStagingSettings
  await recordScratchDropSent(db, id, {
    dropStatement: shownSql(statement, settings),
    ...{ dropQueryId: queryId, dropSentAt: now() },
  })
  const outcome = await client.command({
    ...statement,
    ...{ settings, queryId },
    timeoutMs: statementMs,
    purpose: 'benchmark',
  })
  return outcome.kind === 'ok' ? null : explain(outcome)
}
