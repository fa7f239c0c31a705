import { randomUUID } from 'node:crypto'
import {
  createDistributedStatement,
  createMergeTreeStatement,
  explain,
  listColumns,
  QueryFailedError,
  type Statement,
  tableDefinition,
} from '@frostline/clickhouse'
import { notifyChange } from '@frostline/db'
import { inBrackets, type LoadTable, landingTableOf, printTtl, printTtlInBrackets } from '@frostline/domain'
import type { z } from 'zod'
import { outcomeOfMany } from '../base/audit-outcome.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { onNodesThatAnswer } from '../sql-judgement/on-nodes-that-answer.ts'
import { type PersonsSql, requireSafeSql } from '../sql-judgement/require-safe-sql.ts'
import { requireSameTree } from '../sql-judgement/require-same-tree.ts'
import { ttlSql } from '../sql-judgement/ttl-sql.ts'
import { readRules } from '../ttl/read-rules.ts'
import { type LoadTablePlan, type LoadTableReport, loadTableInput } from './schema.ts'

type Given = z.input<typeof loadTableInput>

/** The statements that would create the tables, the same on every node. Nothing is sent. */
export async function previewLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTablePlan> {
  await authorize(ctx, 'operator')
  const { cluster: key, wanted } = parseInput(loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const faults = await findFaults(cluster.nodes, wanted)
  const statements = faults.length > 0 ? [] : renderTable(wanted)
  return {
    statements: cluster.nodes.flatMap((node) => statements.map(({ sql }) => ({ node: node.name, sql }))),
    faults,
  }
}

/**
 * Creates them on every node. What is there already with the same columns stays, so that a second call goes on where
 * the first was refused by a node; another table of that name is a fault.
 */
export async function createLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTableReport> {
  const name = `${given.wanted.database}.${given.wanted.table}`
  const about = { action: 'load-table.create', objectType: 'table', objectName: name }
  await authorize(ctx, 'operator', about)
  const { cluster: key, wanted } = parseInput(loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const faults = await findFaults(cluster.nodes, wanted)
  if (faults.length > 0)
    throw new ServiceError('invalid', `${name} cannot be created: ${faults.join(' ')}`, {
      hint: 'Correct it, then create it.',
    })
  const sent: AuditStatement[] = []
  const nodes = await Promise.all(cluster.nodes.map((node) => createOn(node, wanted, sent)))
  const complete = nodes.every(({ done }) => done)
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      ...about,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: outcomeOfMany(nodes.map(({ done }) => done)),
      statements: sent,
      details: { nodes: nodes.map(({ node, message }) => `${node}: ${message}`) },
    })
    await notifyChange(tx, 'cluster', cluster.id)
  })
  return { complete, nodes }
}

function renderTable(wanted: LoadTable): Statement[] {
  return renderWith(wanted, printTtl(readRules(wanted.ttl)))
}

/** With every expression in brackets, as it was judged. */
function renderInBrackets(wanted: LoadTable): Statement[] {
  const [orderBy, partitionBy, shardingKey] = [wanted.orderBy, wanted.partitionBy, wanted.shardingKey].map(
    (text) => (text === '' ? '' : inBrackets(text)),
  ) as [string, string, string]
  return renderWith(
    { ...wanted, orderBy, partitionBy, shardingKey },
    printTtlInBrackets(readRules(wanted.ttl)),
  )
}

function renderWith(wanted: LoadTable, ttl: string): Statement[] {
  const landing = landingTableOf(wanted)
  const local = createMergeTreeStatement({ ...wanted, table: landing.table, ttl })
  if (wanted.cluster === null) return [local]
  const { database, table, cluster, shardingKey } = wanted
  return [local, createDistributedStatement({ database, table, local: landing.table, cluster, shardingKey })]
}

async function createOn(
  node: ConnectedNode,
  wanted: LoadTable,
  sent: AuditStatement[],
): Promise<LoadTableReport['nodes'][number]> {
  const fault = await findFaultOn(node, wanted)
  if (fault !== null) return { node: node.name, done: false, message: fault }
  for (const { sql, params } of renderTable(wanted)) {
    const queryId = randomUUID()
    sent.push({ node: node.name, sql, queryId })
    const outcome = await node.client.command({
      sql,
      params,
      queryId,
      timeoutMs: 30_000,
      purpose: 'load_table',
    })
    if (outcome.kind !== 'ok') return { node: node.name, done: false, message: explain(outcome) }
  }
  return look(node, wanted)
}

async function findFaultOn(node: ConnectedNode, wanted: LoadTable): Promise<string | null> {
  try {
    await requireSafeTable(node, wanted)
    return null
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return thrown.message
  }
}

/** CREATE TABLE IF NOT EXISTS says nothing of a table that was there before: its columns do. */
async function look(node: ConnectedNode, wanted: LoadTable): Promise<LoadTableReport['nodes'][number]> {
  const tables = wanted.cluster === null ? [landingTableOf(wanted)] : [landingTableOf(wanted), wanted]
  try {
    for (const { database, table } of tables) {
      const at = { database, table }
      const { rows: definitions } = await node.client.query(tableDefinition, at)
      if (definitions.length === 0)
        return { node: node.name, done: false, message: `The node shows no table ${database}.${table}.` }
      const { rows } = await node.client.query(listColumns, at)
      const names = rows.map((row) => row.name).join(', ')
      if (names !== wanted.columns.map((column) => column.name).join(', '))
        return {
          node: node.name,
          done: false,
          message: `${database}.${table} was there before, with other columns (${names}).`,
        }
    }
    return { node: node.name, done: true, message: 'The node has the tables.' }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return { node: node.name, done: false, message: explain(thrown.failure) }
  }
}

/** What no node takes. Each judges it again before it is sent a statement. */
async function findFaults(nodes: readonly ConnectedNode[], wanted: LoadTable): Promise<string[]> {
  const faults = repeated(wanted.columns.map(({ name }) => name)).map(
    (name) => `There are two columns ${name}.`,
  )
  try {
    await onNodesThatAnswer(nodes, (node) => requireSafeTable(node, wanted))
    return faults
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid') throw thrown
    return [...faults, thrown.message]
  }
}

/** @throws ServiceError as requireSafeSql does */
async function requireSafeTable(node: ConnectedNode, wanted: LoadTable): Promise<void> {
  await requireSafeSql(node, sqlOf(wanted))
  const whole = renderInBrackets(wanted)
  for (const [index, { sql }] of renderTable(wanted).entries())
    await requireSameTree(node, 'The table', sql, whole[index]?.sql ?? '')
}

/** @throws ServiceError `invalid` for a text that is no TTL */
function sqlOf(wanted: LoadTable): PersonsSql {
  const columns = new Set(wanted.columns.map(({ name }) => name))
  const keys = [
    { what: 'ORDER BY', text: wanted.orderBy },
    { what: 'PARTITION BY', text: wanted.partitionBy },
    ...(wanted.cluster === null ? [] : [{ what: 'The sharding key', text: wanted.shardingKey }]),
  ]
  return {
    types: wanted.columns.map(({ name, type }) => ({ what: `The type of the column ${name}`, text: type })),
    expressions: [
      ...keys.filter(({ text }) => text !== '').map((key) => ({ ...key, columns })),
      ...ttlSql(readRules(wanted.ttl), columns),
    ],
  }
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
