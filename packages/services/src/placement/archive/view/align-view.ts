import { randomUUID } from 'node:crypto'
import {
  createNamedCollectionStatement,
  dropNamedCollectionStatement,
  explain,
  listColumns,
  listNamedCollections,
  QueryFailedError,
  type Statement,
  tableDefinition,
  typeSettings,
} from '@frostline/clickhouse'
import { type ArchiveView, lockRow, notifyChange, type Source, type Transaction } from '@frostline/db'
import { bucketUrl, readSourceSecret } from '../../../loads/source/open-source.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import type { AuditStatement } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../../platform/cluster/cluster-connection.ts'
import {
  type ArchivedRows,
  composeView,
  isViewOver,
  ownCollection,
  readArchivedRows,
} from './compose-view.ts'
import type { ArchiveViewChanged } from './schema.ts'

type Context = Pick<ServiceContext, 'db' | 'clusters' | 'now'>
const timeoutMs = 20_000

export interface AlignedNode {
  node: string
  ok: boolean
  message: string | null
  sent: AuditStatement[]
}

interface AlignOptions {
  /** Only the nodes of this shard. */
  shard?: number
}

/**
 * Gives each node the view that the ledger asks for. One at a time: two of them could otherwise write an older state last.
 * Null: the table has no view.
 */
export async function alignArchiveView(
  ctx: Context,
  at: { clusterId: string; database: string; table: string },
  { shard }: AlignOptions = {},
): Promise<AlignedNode[] | null> {
  const { clusterId, database, table } = at
  const where = { clusterId_database_table: { clusterId, database, table } }
  const found = await ctx.db.archiveView.findUnique({ where })
  if (!found) return null
  const { nodes } = await ctx.clusters.get(clusterId)
  return ctx.db.$transaction(
    async (tx) => {
      await lockRow(tx, 'archive_view', found.id)
      const view = await tx.archiveView.findUnique({ where })
      if (!view) return null
      const rows = await readArchivedRows(tx, at)
      const aligned = await Promise.all(
        nodes
          .filter((node) => shard === undefined || node.shard === shard)
          .map((node) => alignNode(ctx, view, rows, node)),
      )
      await recordAligned(tx, ctx, { view, rows }, aligned, shard === undefined)
      return aligned
    },
    { timeout: 120_000, maxWait: 30_000 },
  )
}

/** Why a view is not right on a node; null: it is right everywhere, or there is none. */
export function explainAligned(nodes: readonly AlignedNode[] | null): string | null {
  const bad = nodes?.find(({ ok }) => !ok)
  return bad ? `The view over table and archive on ${bad.node}: ${bad.message}` : null
}

async function recordAligned(
  tx: Transaction,
  ctx: Context,
  { view, rows }: { view: ArchiveView; rows: ArchivedRows },
  aligned: readonly AlignedNode[],
  isWhole: boolean,
): Promise<void> {
  const error = explainAligned(aligned)
  const isGood = error === null && isWhole
  await tx.archiveView.update({
    where: { id: view.id },
    data: {
      ...(isWhole ? { checkedAt: ctx.now() } : {}),
      ...(isGood
        ? { alignedAt: ctx.now(), error: null, sourcesAt: newestSource(rows) }
        : error === null
          ? {}
          : { error: error.slice(0, 2_000) }),
    },
  })
  if (error !== view.error || aligned.some(({ sent }) => sent.length > 0))
    await notifyChange(tx, 'archive-view', view.id)
}

async function alignNode(
  ctx: Context,
  view: ArchiveView,
  rows: ArchivedRows,
  node: ConnectedNode,
): Promise<AlignedNode> {
  const sent: AuditStatement[] = []
  const end = (message: string | null): AlignedNode => ({
    node: node.name,
    ok: message === null,
    message,
    sent,
  })
  const send = async ({ sql, params }: Statement, isShown = true): Promise<string | null> => {
    const queryId = `frostline-archive-view-${randomUUID()}`
    const settings = { ...typeSettings, max_query_size: '0' }
    const request = { sql, params, queryId, timeoutMs, settings, purpose: 'archive_view' }
    const outcome = await node.client.command(request)
    if (outcome.kind !== 'ok') return explain(outcome)
    if (isShown) sent.push({ node: node.name, sql, queryId })
    return null
  }
  try {
    const { database, table, name } = view
    const [held, columns] = await Promise.all([
      node.client.query(tableDefinition, { database, table: name }),
      node.client.query(listColumns, { database, table }),
    ])
    // A node without the table needs no view: it has no rows of the shard either.
    if (columns.rows.length === 0) return end(null)
    const [taken] = held.rows
    if (taken && !isViewOver({ database, table }, taken.comment))
      return end(`${database}.${name} is another ${taken.engine}. Rename it, or drop the view in Frostline.`)
    const { statement, mark } = composeView(rows, {
      ...{ shard: node.shard, name },
      columns: columns.rows.map((row) => ({
        ...{ name: row.name, type: row.type },
        ...{ defaultKind: row.default_kind, defaultExpression: row.default_expression },
      })),
    })
    const fault = await createCollections(ctx, { view, rows }, node, (each) => send(each, false))
    if (fault !== null) return end(fault)
    if (taken?.comment === mark) return end(null)
    return end(await send(statement))
  } catch (error) {
    if (error instanceof QueryFailedError) return end(explain(error.failure))
    if (error instanceof ServiceError) return end(error.message)
    throw error
  }
}

function newestSource({ archives }: ArchivedRows): Date | null {
  const times = archives.flatMap(({ source }) => source?.updatedAt.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** Of sources that changed since every node has had their keys. These are in the statements: they are recorded nowhere. */
async function createCollections(
  ctx: Context,
  { view: { sourcesAt }, rows: { archives } }: { view: ArchiveView; rows: ArchivedRows },
  node: ConnectedNode,
  send: (statement: Statement) => Promise<string | null>,
): Promise<string | null> {
  const sources = new Map<string, { source: Source; bucket: string }>()
  for (const { source, bucket } of archives)
    if (source && ownCollection(source) !== null) sources.set(source.id, { source, bucket })
  if (sources.size === 0) return null
  const { rows } = await node.client.query(listNamedCollections, {})
  const present = new Set(rows.map(({ name }) => name))
  for (const { source, bucket } of sources.values()) {
    const name = ownCollection(source) ?? ''
    const secretAccessKey = readSourceSecret(ctx, source)
    if (source.accessKeyId === null || secretAccessKey === undefined)
      return `The source ${source.name} has no keys.`
    const isCurrent = sourcesAt !== null && source.updatedAt <= sourcesAt
    if (present.has(name) && isCurrent) continue
    const values = { url: `${bucketUrl(source, bucket)}/`, accessKeyId: source.accessKeyId, secretAccessKey }
    for (const statement of [
      dropNamedCollectionStatement(name),
      createNamedCollectionStatement(name, values),
    ]) {
      const fault = await send(statement)
      if (fault !== null) return fault
    }
  }
  return null
}

export function toChanged(name: string, aligned: readonly AlignedNode[]): ArchiveViewChanged {
  return {
    name,
    complete: aligned.every(({ ok }) => ok),
    nodes: aligned.map(({ node, ok, message }) => ({ node, ok, message })),
  }
}
