import { generationSpec } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findGeneration } from './find-generation.ts'
import { type GenerationChunkView, listGenerationChunksInput } from './schema.ts'

/** A page of the statements of a generation, in the order of their files. */
export async function listGenerationChunks(
  ctx: ServiceContext,
  given: z.input<typeof listGenerationChunksInput>,
): Promise<{ total: number; chunks: GenerationChunkView[]; next: number | null }> {
  await authorize(ctx, 'viewer')
  const { id, status, after, limit } = parseInput(listGenerationChunksInput, given)
  const generation = await findGeneration(ctx.db, id)
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
  const { content } = generationSpec.parse(generation.spec)
  const hidden = content.kind === 'query' && !roleAllows(ctx.actor.role, 'admin')
  return {
    total,
    // An error of the server may repeat the text of the query.
    chunks: hidden ? page.map((row) => ({ ...row, sql: null, error: null })) : page,
    next: rows.length > page.length ? (page.at(-1)?.ordinal ?? null) : null,
  }
}
