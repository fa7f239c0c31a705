import { type GenerationSpec, generationSpec, renderRows } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { findRun } from '../run/run-of-kind.ts'
import { generations } from './generation-run.ts'
import {
  type GenerationChunkDetail,
  type GenerationChunkView,
  generationChunkRef,
  listGenerationChunksInput,
} from './schema.ts'

/** A page of the statements of a generation, in the order of their files. */
export async function listGenerationChunks(
  ctx: ServiceContext,
  given: z.input<typeof listGenerationChunksInput>,
): Promise<{ total: number; chunks: GenerationChunkView[]; next: number | null }> {
  await authorize(ctx, 'viewer')
  const { id, status, after, limit } = parseInput(listGenerationChunksInput, given)
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
  const page = rows.slice(0, limit)
  const hidden = hidesText(ctx, generationSpec.parse(spec))
  return {
    total,
    chunks: hidden ? page.map((row) => ({ ...row, error: null })) : page,
    next: rows.length > page.length ? (page.at(-1)?.ordinal ?? null) : null,
  }
}

/** One of them with its text. */
export async function getGenerationChunk(
  ctx: ServiceContext,
  given: z.input<typeof generationChunkRef>,
): Promise<GenerationChunkDetail> {
  await authorize(ctx, 'viewer')
  const { id, ordinal } = parseInput(generationChunkRef, given)
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

/** An error of the server may repeat the text of a query, which is for admins. */
function hidesText(ctx: ServiceContext, { content }: GenerationSpec): boolean {
  return content.kind === 'query' && !roleAllows(ctx.actor.role, 'admin')
}
