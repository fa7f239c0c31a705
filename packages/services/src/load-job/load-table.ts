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
import { findExpressionFault, type LoadTable, landingTableOf } from '@frostline/domain'
import type { z } from 'zod'
import { outcomeOfMany } from '../base/audit-outcome.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { type LoadTablePlan, type LoadTableReport, loadTableInput } from './schema.ts'

type Given = z.input<typeof loadTableInput>

/** The statements that would create the tables, the same on every node. Nothing is sent. */
export async function previewLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTablePlan> {
  await authorize(ctx, 'operator')
  const { cluster: key, wanted } = parseInput(loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const faults = findFaults(wanted)
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
  const faults = findFaults(wanted)
  if (faults.length > 0)
    throw new ServiceError('invalid', `${name} cannot be created: ${faults.join(' ')}`, {
      hint: 'Correct it, then create it.',
    })
  const cluster = await ctx.clusters.get(key)
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
  const landing = landingTableOf(wanted)
  const local = createMergeTreeStatement({ ...wanted, table: landing.table })
  if (wanted.cluster === null) return [local]
  const { database, table, cluster, shardingKey } = wanted
  return [local, createDistributedStatement({ database, table, local: landing.table, cluster, shardingKey })]
}

async function createOn(
  node: ConnectedNode,
  wanted: LoadTable,
  sent: AuditStatement[],
): Promise<LoadTableReport['nodes'][number]> {
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

function findFaults(wanted: LoadTable): string[] {
  const fault = (what: string, text: string, list = false) => {
    const found = text === '' ? null : findExpressionFault(text, { list })
    return found === null ? [] : [`${what}: ${found}`]
  }
  return [
    ...wanted.columns.flatMap(({ name, type }) => fault(`Type of ${name}`, type)),
    ...fault('ORDER BY', wanted.orderBy),
    ...fault('PARTITION BY', wanted.partitionBy),
    ...fault('TTL', wanted.ttl, true),
    ...fault('Sharding key', wanted.shardingKey),
    ...repeated(wanted.columns.map(({ name }) => name)).map((name) => `There are two columns ${name}.`),
  ]
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
