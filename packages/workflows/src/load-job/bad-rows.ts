import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  badRowsFile,
  badRowsFilesOf,
  type CommandOutcome,
  collectBadRowsStatement,
  createBadRowsTableStatement,
  emptyFileSettings,
  emptyFileStatement,
  emptyTableStatement,
  explain,
  filesOfBadRows,
  firstBadRow,
  type NodeClient,
  type ObservedPartRow,
  observeParts,
  QueryFailedError,
  recordedBadRows,
  type StagingNames,
  type Statement,
  type TableRef,
  typeSettings,
} from '@frostline/clickhouse'
import type { LoadFile } from '@frostline/db'
import type { AttemptPlan, StatementPlan } from '@frostline/domain'
import { type ConnectedNode, replicatedDdlSettings } from '@frostline/services'
import { isRunning } from '../statement/find-out-statement.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

const timeoutMs = 60_000

export interface BadRowsOnNode {
  nodeName: string
  /** Of each object that was read there, by its ordinal. */
  skipped: ReadonlyMap<number, bigint>
  /** Of the staging table of bad rows, where they are collected. */
  parts: ObservedPartRow[]
}

export type BadRowsVerdict =
  | { kind: 'gathered'; nodes: BadRowsOnNode[] }
  | { kind: 'inconsistent'; reason: string }

/**
 * After the statements of an attempt: counts what the server has recorded beside each object, and collects it into the
 * staging tables. The file of an object exists even when it has no bad row, so a missing one is a fault and never a zero.
 * Throws QueryFailedError when a node cannot be asked or refuses.
 */
export async function gatherBadRows(
  task: LoadTask,
  names: StagingNames,
  plan: AttemptPlan<LoadFile>,
): Promise<BadRowsVerdict> {
  if (!plan.leavesOut) return { kind: 'gathered', nodes: [] }
  const readers = [...new Set(plan.statements.map(({ nodeName }) => nodeName))]
  const nodes = await Promise.all(
    readers.map((nodeName) =>
      gatherOnNode(
        task,
        names,
        nodeOf(task, nodeName),
        plan.statements.filter((each) => each.nodeName === nodeName),
      ),
    ),
  )
  for (const { nodeName, skipped, parts } of nodes) {
    const missing = plan.statements.find(
      (each) => each.nodeName === nodeName && each.files.some(({ ordinal }) => !skipped.has(ordinal)),
    )
    if (missing)
      return {
        kind: 'inconsistent',
        reason: `${nodeName} has no record of the bad rows of ${missing.files[0]?.key}.`,
      }
    const recorded = [...skipped.values()].reduce((sum, rows) => sum + rows, 0n)
    const collected = parts.reduce((sum, { rows }) => sum + rows, 0n)
    if (task.spec.badRows.kind === 'collect' && collected !== recorded)
      return {
        kind: 'inconsistent',
        reason: `${nodeName} recorded ${recorded} bad rows, but ${collected} were saved.`,
      }
  }
  return { kind: 'gathered', nodes }
}

async function gatherOnNode(
  { spec, run }: LoadTask,
  names: StagingNames,
  node: ConnectedNode,
  statements: readonly StatementPlan<LoadFile>[],
): Promise<BadRowsOnNode> {
  const { client, name: nodeName } = node
  const { rows } = await client.query(recordedBadRows, { files: `${badRowsFilesOf(names)}*` }, { timeoutMs })
  const skipped = new Map(rows.map(({ ordinal, rows: count }) => [ordinal, count]))
  if (spec.badRows.kind !== 'collect') return { nodeName, skipped, parts: [] }
  const { database } = spec.landing
  const objects = statements.flatMap(({ files }) =>
    files.map(({ ordinal, key }) => ({ ordinal, path: `${spec.source.bucket}/${key}` })),
  )
  const into = { database, table: names.badRows }
  const recorded = rows.reduce((sum, { rows: count }) => sum + count, 0n)
  if (recorded > 0n) await collect()
  const parts = await client.query(observeParts, into)
  return { nodeName, skipped, parts: parts.rows.filter((part) => part.rows > 0n) }

  /** May be asked again, since another node did not answer or a worker has ended: then most often it is done already. */
  async function collect(): Promise<void> {
    const queryId = `frostline-collect-${names.data}`
    while (await isRunning(node, [queryId])) await sleep(200)
    const collected = await countCollected(client, into)
    if (collected === recorded) return
    const statements = [
      ...(collected === 0n ? [] : [emptyTableStatement(into)]),
      collectBadRowsStatement(into, names, run.id, objects),
    ]
    for (const statement of statements) {
      const outcome = await send(node, statement, {}, queryId)
      if (outcome.kind !== 'ok') throw new QueryFailedError(outcome, 'collect_bad_rows', nodeName)
    }
  }
}

async function countCollected(client: NodeClient, into: TableRef): Promise<bigint> {
  const { rows } = await client.query(observeParts, into)
  return rows.reduce((sum, part) => sum + part.rows, 0n)
}

/**
 * What to say of an object that has more bad rows than are allowed: the first of them, with its row. Null where another
 * reason ended its statement, or where the record cannot be read.
 */
export async function explainTooMany(
  task: LoadTask,
  names: StagingNames,
  { nodeName, files }: StatementPlan<LoadFile>,
): Promise<{ error: string; row: bigint } | null> {
  const { badRows } = task.spec
  const [file] = files
  if (badRows.kind === 'fail' || !file) return null
  try {
    const { client } = nodeOf(task, nodeName)
    const { rows } = await client.query(
      firstBadRow,
      { file: badRowsFile(names, file.ordinal) },
      { timeoutMs },
    )
    const [first] = rows
    if (!first || first.rows <= BigInt(badRows.maxRowsPerObject)) return null
    const { row_number: row, reason, raw } = first
    const read = raw === '' ? '' : ` It reads: ${raw}`
    const limit = `It has more than ${badRows.maxRowsPerObject} bad rows. Nothing of it was loaded.`
    return { row, error: `${limit} The first is row ${row}.${read} ${reason}`.replace(/\s+/g, ' ').trim() }
  } catch (error) {
    if (error instanceof QueryFailedError) return null
    throw error
  }
}

/**
 * Creates the table of bad rows on every node that answers. Those that take part in a batch are asked again with its
 * staging tables, and are waited for there.
 */
export async function createBadRowsTables(task: LoadTask): Promise<void> {
  const { badRows } = task.spec
  if (badRows.kind !== 'collect') return
  const statement = createBadRowsTableStatement(badRows.into)
  await Promise.all(
    task.nodes.map(async (node) => {
      const outcome = await send(node, statement, replicatedDdlSettings)
      if (outcome.kind !== 'ok')
        task.deps.log.warn(
          { ...task.run, node: node.name, fault: explain(outcome) },
          'The table of bad rows could not be created there',
        )
    }),
  )
}

/**
 * Empties files of bad rows whose names begin so: they are counted and collected, or of no use any more.
 * @param kept what the names of others begin with, that are still to be counted.
 */
export async function emptyBadRowsFiles(
  node: ConnectedNode,
  prefix: string,
  kept: readonly string[] = [],
): Promise<void> {
  const { rows } = await node.client.query(filesOfBadRows, { files: `${prefix}*` }, { timeoutMs })
  for (const { file } of rows) {
    if (kept.some((own) => file.startsWith(own))) continue
    const outcome = await send(node, emptyFileStatement(file), emptyFileSettings)
    if (outcome.kind !== 'ok') throw new Error(explain(outcome))
  }
}

function send(
  node: ConnectedNode,
  { sql, params }: Statement,
  settings: Record<string, number | string> = {},
  queryId = `frostline-load-${randomUUID()}`,
): Promise<CommandOutcome> {
  return node.client.command({
    sql,
    params,
    settings: { ...typeSettings, ...settings },
    queryId,
    timeoutMs,
    purpose: 'load-job',
  })
}
