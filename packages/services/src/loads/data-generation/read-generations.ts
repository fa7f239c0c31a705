import { statementProgress } from '@frostline/clickhouse'
import type { Transaction } from '@frostline/db'
import { type GenerationSpec, generationSpec, renderRows, writeFileGlob } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../../platform/base/actor.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { findRun } from '../../platform/run/run-of-kind.ts'
import { listRunsOfKindInput, pageOfRuns, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { generations, type StoredGeneration } from './generation-run.ts'
import {
  type GenerationChunkDetail,
  type GenerationChunkView,
  type GenerationDetail,
  type GenerationProgressView,
  type GenerationSummary,
  generationChunkRef,
  listGenerationChunksInput,
} from './schema.ts'

/** One generation, without its chunks (see listGenerationChunks). The text of a query is for admins. */
export async function getGeneration(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<GenerationDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const generation = await findRun(ctx.db, generations, id)
  const sums = (await sumChunks(ctx.db, [id]))(id)
  const spec = generationSpec.parse(generation.spec)
  const { format, compression, rowsPerFile, statementsPerNode, content } = spec
  return {
    ...toGenerationSummary(generation, sums),
    format,
    compression,
    rowsPerFile,
    statementsPerNode,
    query: content.kind === 'query' && roleAllows(ctx.actor.role, 'admin') ? content.query : null,
    pattern: writeFileGlob(spec),
    chunks: sums.chunks,
  }
}

/** Newest first. */
export async function listGenerations(
  ctx: ServiceContext,
  given: z.input<typeof listRunsOfKindInput>,
): Promise<{ generations: GenerationSummary[]; next: string | null }> {
  const { after, limit, ...filter } = await authorizeInput(ctx, 'viewer', listRunsOfKindInput, given)
  const rows = await ctx.db.dataGeneration.findMany({
    where: { run: whereListed(ctx.actor, filter) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const sums = await sumChunks(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    generations: page.map((row) => toGenerationSummary(row, sums(row.id))),
    next,
  }
}

/** What the running statements have done so far. If none is running, no node is queried. */
export async function getGenerationProgress(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<GenerationProgressView> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const { clusterId } = (await findRun(ctx.db, generations, id)).run
  const running = await ctx.db.dataGenerationChunk.findMany({
    where: { generationId: id, status: 'running' },
    select: { queryId: true },
  })
  const query_ids = running.flatMap(({ queryId }) => queryId ?? [])
  if (query_ids.length === 0)
    return { observedAt: ctx.now(), nodes: [], queries: [], data: { statements: [] } }
  const reading = await readCluster(ctx, { cluster: clusterId, fresh: false }, (reader) =>
    reader.ask(statementProgress, { query_ids }, { ttlMs: 1_000 }),
  )
  return {
    ...reading.envelope,
    data: {
      statements: reading.readings.flatMap(({ node, value }) =>
        value.map((row) => ({
          node: node.name,
          queryId: row.query_id,
          elapsedMs: (row.elapsed ?? 0) * 1_000,
          rows: row.read_rows,
          sentBytes: row.s3_written_bytes,
          memoryBytes: row.memory_usage,
        })),
      ),
    },
  }
}

/** A page of the statements of a generation, in the order of their files. */
export async function listGenerationChunks(
  ctx: ServiceContext,
  given: z.input<typeof listGenerationChunksInput>,
): Promise<{ total: number; chunks: GenerationChunkView[]; next: number | null }> {
  const { id, status, after, limit } = await authorizeInput(ctx, 'viewer', listGenerationChunksInput, given)
  const { spec } = await findRun(ctx.db, generations, id)
  const where = { generationId: id, ...(status ? { status } : {}) }
  const [total, rows] = await Promise.all([
    ctx.db.dataGenerationChunk.count({ where }),
    ctx.db.dataGenerationChunk.findMany({
      where: { ...where, ordinal: { gt: after } },
      omit: { generationId: true },
      orderBy: { ordinal: 'asc' },
      take: limit + 1,
    }),
  ])
  const { page, next } = cutPage(rows, limit, ({ ordinal }) => ordinal)
  const hidden = hidesText(ctx, generationSpec.parse(spec))
  return {
    total,
    chunks: hidden ? page.map((row) => ({ ...row, error: null })) : page,
    next,
  }
}

/** One of them with its text. */
export async function getGenerationChunk(
  ctx: ServiceContext,
  given: z.input<typeof generationChunkRef>,
): Promise<GenerationChunkDetail> {
  const { id, ordinal } = await authorizeInput(ctx, 'viewer', generationChunkRef, given)
  const { statementHead, ...generation } = await findRun(ctx.db, generations, id)
  const chunk = await ctx.db.dataGenerationChunk.findUnique({
    where: { generationId_ordinal: { generationId: id, ordinal } },
    omit: { generationId: true },
  })
  if (!chunk)
    throw new ServiceError('not_found', `The generation ${id} has no statement ${ordinal}.`, {
      hint: 'Refresh the generation.',
    })
  const spec = generationSpec.parse(generation.spec)
  if (hidesText(ctx, spec)) return { ...chunk, error: null, sql: null }
  const range = { firstRow: Number(chunk.firstRow), rows: Number(chunk.rows) }
  const sent = chunk.attempts > 0 && statementHead !== null
  return { ...chunk, sql: sent ? `${statementHead}\n${renderRows(spec, range)}` : null }
}

/** A server error may repeat the text of a query, which is for admins. */
function hidesText(ctx: ServiceContext, { content }: GenerationSpec): boolean {
  return content.kind === 'query' && !roleAllows(ctx.actor.role, 'admin')
}

interface ChunkSums {
  chunks: GenerationDetail['chunks']
  writtenFiles: number
  writtenRows: bigint
  writtenBytes: bigint
}

function noChunks(): ChunkSums {
  return {
    chunks: { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0 },
    writtenFiles: 0,
    writtenRows: 0n,
    writtenBytes: 0n,
  }
}

/** One grouped query for many generations. */
async function sumChunks(tx: Transaction, ids: string[]): Promise<(id: string) => ChunkSums> {
  const groups = await tx.dataGenerationChunk.groupBy({
    by: ['generationId', 'status'],
    where: { generationId: { in: ids } },
    _count: true,
    _sum: { writtenFiles: true, writtenRows: true, writtenBytes: true },
  })
  const sums = new Map<string, ChunkSums>()
  for (const { generationId, status, _count, _sum } of groups) {
    const sum = sums.get(generationId) ?? noChunks()
    sum.chunks[status] = _count
    sum.writtenFiles += _sum.writtenFiles ?? 0
    sum.writtenRows += _sum.writtenRows ?? 0n
    sum.writtenBytes += _sum.writtenBytes ?? 0n
    sums.set(generationId, sum)
  }
  return (id) => sums.get(id) ?? noChunks()
}

function toGenerationSummary(
  { run, spec, statementHead: _head, ...own }: StoredGeneration,
  { writtenFiles, writtenRows, writtenBytes }: ChunkSums,
): GenerationSummary {
  const { content } = generationSpec.parse(spec)
  return {
    ...own,
    ...viewRun(run),
    kind: content.kind,
    template: content.kind === 'template' ? content.template : null,
    writtenFiles,
    writtenRows,
    writtenBytes,
  }
}
