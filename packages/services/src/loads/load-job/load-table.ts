import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { onReachableNodes } from '../../benchmarks/sql-judgement/on-reachable-nodes.ts'
import { outcomeOfMany } from '../../platform/base/audit-outcome.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { placeLoadTable } from './place-load-table.ts'
import { type PlacedTable, renderTable, requireSafeTable } from './render-load-table.ts'
import { type LoadTablePlan, type LoadTableReport, loadTableInput } from './schema.ts'
import { lookForTable, sendLoadTable } from './send-load-table.ts'

type Given = z.input<typeof loadTableInput>

/** The statements that would create the tables, and the nodes that would be sent them. Nothing is sent. */
export async function previewLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTablePlan> {
  const { cluster: key, wanted, uuid } = await authorizeInput(ctx, 'operator', loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const { table, through, ...place } = await placeLoadTable(cluster, wanted, uuid)
  const faults = [...place.faults, ...(await findFaults(cluster.nodes, table))]
  const statements = faults.length > 0 ? [] : renderTable(table)
  return {
    ...place,
    statements: through.flatMap((node) => statements.map(({ sql }) => ({ node: node.name, sql }))),
    faults,
  }
}

/**
 * Creates them on every node. What is there already with the same columns stays, so that a second call goes on where
 * the first was refused by a node; another table of that name is a fault. What is queued for a node that is away is
 * reported as waiting.
 */
export async function createLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTableReport> {
  const name = `${given.wanted.database}.${given.wanted.table}`
  const about = { action: 'load-table.create', objectType: 'table', objectName: name }
  await authorize(ctx, 'operator', about)
  const { cluster: key, wanted, uuid } = parseInput(loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const place = await placeLoadTable(cluster, wanted, uuid)
  const faults = [...place.faults, ...(await findFaults(cluster.nodes, place.table))]
  if (faults.length > 0)
    throw new ServiceError('invalid', `${name} cannot be created: ${faults.join(' ')}`, {
      hint: 'Correct it, then create it.',
    })
  const sent: AuditStatement[] = []
  const nodes = await sendLoadTable(cluster.nodes, place, sent)
  const done = nodes.map(({ state }) => state === 'done')
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      ...about,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: outcomeOfMany(done),
      statements: sent,
      details: { way: place.way, nodes: nodes.map(({ node, message }) => `${node}: ${message}`) },
    })
    await notifyChange(tx, 'cluster', cluster.id)
  })
  return { complete: !done.includes(false), nodes }
}

/** Which nodes have them by now, from a look at each. */
export async function observeLoadTable(ctx: ServiceContext, given: Given): Promise<LoadTableReport> {
  const { cluster: key, wanted, uuid } = await authorizeInput(ctx, 'operator', loadTableInput, given)
  const cluster = await ctx.clusters.get(key)
  const nodes = await lookForTable(cluster.nodes, await placeLoadTable(cluster, wanted, uuid))
  return { complete: nodes.every(({ state }) => state === 'done'), nodes }
}

/** What no node takes. Each that is sent a statement judges it again before. */
async function findFaults(nodes: readonly ConnectedNode[], wanted: PlacedTable): Promise<string[]> {
  const faults = repeated(wanted.columns.map(({ name }) => name)).map(
    (name) => `The column ${name} exists twice.`,
  )
  try {
    await onReachableNodes(nodes, (node) => requireSafeTable(node, wanted))
    return faults
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid') throw thrown
    return [...faults, thrown.message]
  }
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
