import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DdlQueueRow,
  ddlQueue,
  explain,
  listColumns,
  QueryFailedError,
  tableDefinition,
} from '@frostline/clickhouse'
import { landingTableOf, type TableWay } from '@frostline/domain'
import type { AuditStatement } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { replicatedDdlSettings } from '../../platform/reading/database-group.ts'
import type { TablePlace } from './place-load-table.ts'
import { type PlacedTable, renderTable, requireSafeTable } from './render-load-table.ts'
import type { LoadTableReport } from './schema.ts'

type NodeReport = LoadTableReport['nodes'][number]
type Look = NodeReport & { isAway: boolean; isMissing: boolean }

const purpose = 'load_table'
/** What is queued is waited for so long; then the answer says which node is missing. */
const queueWaitMs = 15_000

/** @param sent gets every statement before it is sent. */
export async function sendLoadTable(
  nodes: readonly ConnectedNode[],
  { table, way, through }: TablePlace,
  sent: AuditStatement[],
): Promise<NodeReport[]> {
  if (way === 'each-node') return Promise.all(nodes.map((node) => sendToOne(node, table, sent)))
  for (const node of through) {
    const marks: string[] = []
    const fault = await send(node, table, sent, marks)
    if (fault !== null) return nodes.map(({ name }) => ({ node: name, state: 'failed', message: fault }))
    if (way === 'database') continue
    const queue = async () => (await Promise.all(marks.map((mark) => readQueue(node, mark)))).flat()
    return awaitTables(nodes, table, queue)
  }
  return awaitTables(nodes, table, async () => [])
}

async function sendToOne(
  node: ConnectedNode,
  table: PlacedTable,
  sent: AuditStatement[],
): Promise<NodeReport> {
  const before = await look(node, table)
  if (before.isAway) return explainMissing(before, 'each-node')
  const fault = await send(node, table, sent, [])
  if (fault !== null) return { node: node.name, state: 'failed', message: fault }
  const { isAway: _away, isMissing: _missing, ...report } = await look(node, table)
  return report
}

/** What each node has of it now. Nothing is sent: how one that was away gets on is seen by looking again. */
export async function lookForTable(
  nodes: readonly ConnectedNode[],
  { table, way }: Pick<TablePlace, 'table' | 'way'>,
): Promise<NodeReport[]> {
  const looks = await Promise.all(nodes.map((node) => look(node, table)))
  return looks.map((each) => explainMissing(each, way))
}

function explainMissing({ isAway, isMissing, ...report }: Look, way: TableWay): NodeReport {
  if (!isAway && !isMissing) return report
  const next =
    way === 'each-node'
      ? 'Create the table again when it is back: what is there stays as it is.'
      : 'The statement is queued. The node runs it when it can.'
  const why = isAway ? `${report.node} does not answer.` : `${report.node} does not have the table yet.`
  return { ...report, state: 'waiting', message: `${why} ${next}` }
}

/**
 * A statement that is queued is answered as soon as its initiator has queued it (ON CLUSTER) or carried it out (database).
 * @returns why it was not; null: it was
 */
async function send(
  node: ConnectedNode,
  table: PlacedTable,
  sent: AuditStatement[],
  marks: string[],
): Promise<string | null> {
  const unsafe = await findFault(node, table)
  if (unsafe !== null) return unsafe
  for (const [index, { sql, params }] of renderTable(table).entries()) {
    // The initiator reads the columns of the local table before it queues the Distributed one.
    if (index > 0 && table.on.cluster !== null) await awaitLocal(node, table, marks)
    const queryId = randomUUID()
    sent.push({ node: node.name, sql, queryId })
    const mark = `${purpose}/${queryId}`
    marks.push(`_frostline/${mark}`)
    const outcome = await node.client.command({
      ...{ sql, params, queryId, timeoutMs: 30_000, purpose: mark },
      settings: replicatedDdlSettings,
    })
    if (outcome.kind !== 'ok') return `${node.name}: ${explain(outcome)}`
  }
  return null
}

async function awaitLocal(node: ConnectedNode, table: PlacedTable, marks: readonly string[]): Promise<void> {
  const deadline = performance.now() + queueWaitMs
  const [mark = ''] = marks
  for (;;) {
    const [{ state, isAway }, entries] = await Promise.all([
      look(node, { ...table, table: landingTableOf(table).table, cluster: null }),
      readQueue(node, mark),
    ])
    const failed = entries.some(({ exception_code }) => exception_code !== 0)
    if (state === 'done' || isAway || failed || performance.now() > deadline) return
    await sleep(100)
  }
}

async function findFault(node: ConnectedNode, table: PlacedTable): Promise<string | null> {
  try {
    await requireSafeTable(node, table)
    return null
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return thrown.message
  }
}

/** Until every node that answers has the tables, one has failed, or it has taken too long. */
async function awaitTables(
  nodes: readonly ConnectedNode[],
  table: PlacedTable,
  readEntries: () => Promise<DdlQueueRow[]>,
): Promise<NodeReport[]> {
  const deadline = performance.now() + queueWaitMs
  for (;;) {
    const [looks, entries] = await Promise.all([
      Promise.all(nodes.map((node) => look(node, table))),
      readEntries(),
    ])
    const failed = entries.filter(({ exception_code }) => exception_code !== 0)
    const open = looks.some(({ state, isAway }) => state !== 'done' && !isAway)
    if (open && failed.length === 0 && performance.now() < deadline) {
      await sleep(200)
      continue
    }
    return looks.map(({ isAway, isMissing: _, ...report }): NodeReport => {
      if (report.state === 'done') return report
      if (failed.length > 0)
        return { ...report, message: [...new Set(failed.map((row) => row.exception_text))].join(' ') }
      return { ...report, state: 'waiting', message: explainWaiting(report, isAway, entries) }
    })
  }
}

function explainWaiting(
  { node, message }: NodeReport,
  isAway: boolean,
  entries: readonly DdlQueueRow[],
): string {
  const left = entries.filter(({ status }) => status !== 'Finished')
  const queue = left.map(({ entry, host, port, status }) => `${entry} is ${status} on ${host}:${port}`)
  return [
    isAway ? `${node} does not answer.` : `${message} Waited ${queueWaitMs / 1_000} s.`,
    'The statement is queued. The node runs it when it is back.',
    ...(queue.length > 0 ? [`In the queue: ${queue.join(', ')}.`] : []),
  ].join(' ')
}

/** Empty where it cannot be read: the nodes themselves are read too. */
async function readQueue(node: ConnectedNode, logComment: string): Promise<DdlQueueRow[]> {
  try {
    return (await node.client.query(ddlQueue, { log_comment: logComment })).rows
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return []
  }
}

/** CREATE TABLE IF NOT EXISTS says nothing of a table that was there before: its columns do. */
async function look(node: ConnectedNode, wanted: PlacedTable): Promise<Look> {
  const tables = wanted.cluster === null ? [landingTableOf(wanted)] : [landingTableOf(wanted), wanted]
  const failed = (message: string, why: { isAway?: boolean; isMissing?: boolean } = {}) =>
    ({ node: node.name, state: 'failed', message, isAway: false, isMissing: false, ...why }) as const
  try {
    for (const { database, table } of tables) {
      const at = { database, table }
      const [definition] = (await node.client.query(tableDefinition, at)).rows
      if (!definition) return failed(`The node has no table ${database}.${table}.`, { isMissing: true })
      const { rows } = await node.client.query(listColumns, at)
      const names = rows.map((row) => row.name).join(', ')
      if (names !== wanted.columns.map((column) => column.name).join(', '))
        return failed(`${database}.${table} already exists with other columns (${names}).`)
      if (
        wanted.replicated &&
        definition.engine.endsWith('MergeTree') &&
        !definition.engine.startsWith('Replicated')
      )
        return failed(`${database}.${table} already exists and is not replicated (${definition.engine}).`)
    }
    return {
      node: node.name,
      state: 'done',
      message: 'The node has the tables.',
      isAway: false,
      isMissing: false,
    }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return failed(explain(thrown.failure), { isAway: thrown.failure.kind !== 'refused' })
  }
}
