import { generationSpec, writeFileGlob } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findRun } from '../run/run-of-kind.ts'
import { runRef } from '../run/run-schema.ts'
import { generations } from './generation-run.ts'
import type { GenerationDetail } from './schema.ts'
import { sumChunks, toGenerationSummary } from './to-summary.ts'

/** One generation, without its chunks (see listGenerationChunks). The text of a query is for admins. */
export async function getGeneration(
  ctx: ServiceContext,
  given: z.input<typeof runRef>,
): Promise<GenerationDetail> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
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
