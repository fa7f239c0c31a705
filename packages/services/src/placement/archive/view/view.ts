import { randomUUID } from 'node:crypto'
import {
  dropArchiveViewStatement,
  dropNamedCollectionStatement,
  explain,
  listColumns,
  tableDefinition,
} from '@frostline/clickhouse'
import { lockRow, notifyChange } from '@frostline/db'
import { nameArchiveView } from '@frostline/domain'
import type { z } from 'zod'
import { outcomeOfMany } from '../../../platform/base/audit-outcome.ts'
import { authorize, authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../../platform/base/unique-violation.ts'
import { readCluster } from '../../../platform/reading/read-cluster.ts'
import { type AlignedNode, alignArchiveView, toChanged } from './align-view.ts'
import { composeView, isViewOver, ownCollection, readArchivedRows } from './compose-view.ts'
import {
  type ArchiveViewChanged,
  type ArchiveViewPage,
  type ArchiveViewRef,
  archiveViewRef,
  createArchiveViewInput,
} from './schema.ts'

/** The view over a table and its archives: what each node has, and what it should have. Changes nothing. */
export async function getArchiveView(ctx: ServiceContext, given: ArchiveViewRef): Promise<ArchiveViewPage> {
  return inspectView(ctx, await authorizeInput(ctx, 'viewer', archiveViewRef, given))
}

async function inspectView(
  ctx: ServiceContext,
  { cluster, database, table, name: wanted }: z.output<typeof createArchiveViewInput>,
): Promise<ArchiveViewPage> {
  const { id: clusterId } = await ctx.clusters.get(cluster)
  const [view, rows] = await Promise.all([
    ctx.db.archiveView.findUnique({
      where: { clusterId_database_table: { clusterId, database, table } },
    }),
    readArchivedRows(ctx.db, { clusterId, database, table }),
  ])
  const name = view?.name ?? wanted ?? nameArchiveView(table)
  const namesake = await ctx.db.archiveView.findUnique({
    where: { clusterId_database_name: { clusterId, database, name } },
  })
  const reading = await readCluster(ctx, { cluster, fresh: true }, async (reader) => {
    const [[held], [origin], columns] = await Promise.all([
      reader.ask(tableDefinition, { database, table: name }),
      reader.ask(tableDefinition, { database, table }),
      reader.ask(listColumns, { database, table }),
    ])
    return { held, columns, tableRows: origin?.total_rows ?? 0n }
  })
  const obstacles = new Set<string>()
  const statements: ArchiveViewPage['statements'] = []
  const nodes = reading.cluster.nodes.map((node): ArchiveViewPage['nodes'][number] => {
    const be = (state: ArchiveViewPage['nodes'][number]['state'], message: string | null = null) => ({
      ...{ node: node.name, shard: node.shard, state, message },
    })
    const found = reading.readings.find((each) => each.node.name === node.name)?.value
    if (!found) return be('unread', reading.envelope.nodes.find((each) => each.name === node.name)?.message)
    if (found.columns.length === 0) return be('no-table')
    const { held } = found
    try {
      const { statement, mark } = composeView(rows, {
        ...{ shard: node.shard, name },
        columns: found.columns.map((row) => ({
          ...{ name: row.name, type: row.type },
          ...{ defaultKind: row.default_kind, defaultExpression: row.default_expression },
        })),
      })
      statements.push({ node: node.name, sql: statement.sql })
      if (!held) return be('missing')
      if (!isViewOver(rows.at, held.comment)) return be('foreign')
      return be(held.comment === mark ? 'current' : 'outdated')
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      obstacles.add(error.message)
      return be(held ? 'outdated' : 'missing', error.message)
    }
  })
  if (namesake && namesake.id !== view?.id) obstacles.add(nameTaken(database, name))
  const away = nodes.find(({ state }) => state === 'unread')
  const foreign = nodes.find(({ state }) => state === 'foreign')
  if (away) obstacles.add(`${away.node} does not answer. What it has is unknown.`)
  if (foreign) obstacles.add(`${foreign.node} has another table or view ${database}.${name}.`)
  if (nodes.every(({ state }) => state === 'no-table')) obstacles.add(`No node has ${database}.${table}.`)
  const steps = rows.archives.flatMap((archive) => archive.steps)
  const files = steps.flatMap((step) => step.files)
  const sources = rows.archives.flatMap(({ source }) => source ?? [])
  return {
    view: view && {
      ...{ name: view.name, createdBy: view.createdBy, createdAt: view.createdAt },
      ...{ alignedAt: view.alignedAt, error: view.error },
    },
    ...{ name, partitions: steps.length, files: files.length, statements, nodes },
    unreadable: {
      partitions: rows.unreadable.length,
      rows: rows.unreadable.reduce((sum, step) => sum + (step.rows ?? 0n), 0n),
    },
    tableRows: away ? null : sumOncePerShard(reading.readings),
    rows: steps.reduce((sum, step) => sum + (step.rows ?? 0n), 0n),
    fileBytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
    collections: [...new Set(sources.flatMap((source) => ownCollection(source) ?? []))],
    obstacles: [...obstacles],
  }
}

function nameTaken(database: string, name: string): string {
  return `${database}.${name} is the view over another table and its archives. Choose another name.`
}

/** Replicas have the same rows: the most of them that one has. */
function sumOncePerShard(
  readings: readonly { node: { shard: number }; value: { tableRows: bigint } }[],
): bigint {
  const most = new Map<number, bigint>()
  for (const { node, value } of readings)
    if (value.tableRows > (most.get(node.shard) ?? -1n)) most.set(node.shard, value.tableRows)
  return [...most.values()].reduce((sum, rows) => sum + rows, 0n)
}

/**
 * Creates the view on every node that has the table, or updates it, with the current keys of the sources. From then on
 * archives and restores of the table keep it right.
 * @throws ServiceError `conflict`
 */
export async function createArchiveView(
  ctx: ServiceContext,
  given: z.input<typeof createArchiveViewInput>,
): Promise<ArchiveViewChanged> {
  const objectName = `${given.database}.${given.table}`
  const attempt = { action: 'archive-view.create', objectType: 'archive-view', objectName }
  await authorize(ctx, 'admin', attempt)
  const input = parseInput(createArchiveViewInput, given)
  const { database, table } = input
  const page = await inspectView(ctx, input)
  if (page.obstacles.length > 0)
    throw new ServiceError('conflict', `The view cannot be created: ${page.obstacles.join(' ')}`, {
      hint: 'Fix this, then try again.',
    })
  const cluster = await ctx.clusters.get(input.cluster)
  // Known before the first node has it, so that nothing is detached without it.
  const data = { clusterId: cluster.id, database, table }
  const created = { createdBy: ctx.actor.name, createdAt: ctx.now() }
  const { id } = await ctx.db.archiveView
    .upsert({
      where: { clusterId_database_table: data },
      create: { ...data, name: page.name, ...created },
      update: { sourcesAt: null },
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new ServiceError('conflict', nameTaken(database, page.name)) : error
    })
  const aligned = (await alignArchiveView(ctx, data)) ?? []
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      ...attempt,
      ...{ objectId: id, clusterId: cluster.id, clusterName: cluster.name },
      ...outcomeAndStatements(aligned),
      details: { view: page.name, partitions: page.partitions, files: page.files },
    })
    await notifyChange(tx, 'archive-view', id)
  })
  return toChanged(page.name, aligned)
}

/** Drops the view from every node, and then forgets it. Table and files stay as they are. @throws ServiceError `not_found` */
export async function dropArchiveView(
  ctx: ServiceContext,
  given: ArchiveViewRef,
): Promise<ArchiveViewChanged> {
  const objectName = `${given.database}.${given.table}`
  const attempt = { action: 'archive-view.drop', objectType: 'archive-view', objectName }
  await authorize(ctx, 'admin', attempt)
  const { cluster: key, database, table } = parseInput(archiveViewRef, given)
  const cluster = await ctx.clusters.get(key)
  const view = await ctx.db.archiveView.findUnique({
    where: { clusterId_database_table: { clusterId: cluster.id, database, table } },
  })
  if (!view)
    throw new ServiceError('not_found', `${objectName} has no view over table and archive.`, {
      hint: 'Reload the page.',
    })
  return ctx.db.$transaction(
    async (tx) => {
      await lockRow(tx, 'archive_view', view.id)
      const unused = await listUnusedCollections(ctx, view)
      const dropped = await Promise.all(cluster.nodes.map((node) => dropOn(node, view, unused)))
      const isComplete = dropped.every(({ ok }) => ok)
      if (isComplete) await tx.archiveView.deleteMany({ where: { id: view.id } })
      await recordAudit(tx, ctx, {
        ...attempt,
        ...{ objectId: view.id, clusterId: cluster.id, clusterName: cluster.name },
        ...outcomeAndStatements(dropped),
        details: { view: view.name },
      })
      await notifyChange(tx, 'archive-view', view.id)
      return toChanged(view.name, dropped)
    },
    { timeout: 120_000, maxWait: 30_000 },
  )
}

function outcomeAndStatements(nodes: readonly AlignedNode[]) {
  const error = nodes
    .flatMap(({ node, message }) => (message === null ? [] : `${node}: ${message}`))
    .join(' ')
  return {
    outcome: outcomeOfMany(nodes.map(({ ok }) => ok)),
    statements: nodes.flatMap(({ sent }) => sent),
    ...(error === '' ? {} : { error }),
  }
}

type ViewPlace = { id: string; clusterId: string; database: string; table: string; name: string }

/** Collections of this view that no other view of the cluster needs. */
async function listUnusedCollections(ctx: ServiceContext, view: ViewPlace): Promise<string[]> {
  const views = await ctx.db.archiveView.findMany({ where: { clusterId: view.clusterId } })
  const used = await Promise.all(
    views.map(async ({ id, clusterId, database, table }) => {
      const all = await ctx.db.archive.findMany({
        where: { database, table, run: { clusterId } },
        include: { source: { select: { id: true, auth: true } } },
      })
      return { id, names: all.flatMap(({ source }) => (source && ownCollection(source)) ?? []) }
    }),
  )
  const needed = new Set(used.filter(({ id }) => id !== view.id).flatMap(({ names }) => names))
  const own = used.filter(({ id }) => id === view.id).flatMap(({ names }) => names)
  return [...new Set(own)].filter((name) => !needed.has(name))
}

async function dropOn(
  node: Awaited<ReturnType<ServiceContext['clusters']['get']>>['nodes'][number],
  { database, table, name }: ViewPlace,
  collections: readonly string[],
): Promise<AlignedNode> {
  const sent: AuditStatement[] = []
  const end = (message: string | null) => ({ node: node.name, ok: message === null, message, sent })
  try {
    const { rows } = await node.client.query(tableDefinition, { database, table: name })
    const isOurs = rows[0] !== undefined && isViewOver({ database, table }, rows[0].comment)
    const statements = [
      ...(isOurs ? [dropArchiveViewStatement({ database, table: name })] : []),
      ...collections.map(dropNamedCollectionStatement),
    ]
    for (const { sql, params } of statements) {
      const queryId = `frostline-archive-view-${randomUUID()}`
      const outcome = await node.client.command({
        ...{ sql, params, queryId, timeoutMs: 20_000, purpose: 'archive_view' },
      })
      if (outcome.kind !== 'ok') return end(explain(outcome))
      sent.push({ node: node.name, sql, queryId })
    }
    return end(null)
  } catch (error) {
    if (error instanceof Error && 'failure' in error) return end(error.message)
    throw error
  }
}
