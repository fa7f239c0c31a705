import { writeFileGlob } from '@frostline/domain'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import type { ShownStatements } from '../../platform/base/shown-statements.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { findForeignObjects, findRivalGeneration, planGeneration, requireRoleFor } from './plan-generation.ts'
import { sampleRows } from './sample-rows.ts'
import { type GenerationDraft, type GenerationPreview, generationDraft } from './schema.ts'

/** A generation as it would start now: its first rows, files, size and statement. Writes nothing. */
export async function previewGeneration(
  ctx: ServiceContext,
  given: GenerationDraft,
): Promise<GenerationPreview> {
  await authorize(ctx, 'operator')
  const started = performance.now()
  const observedAt = ctx.now()
  const { cluster: key, spec } = parseInput(generationDraft, given)
  await requireRoleFor(ctx, spec)
  const cluster = await ctx.clusters.get(key)
  return withBucket(ctx, { id: spec.source.id, bucket: spec.source.bucket }, async (source) => {
    const { chunks, rows, show } = planGeneration(spec, source)
    const [sampled, foreign, rival] = await Promise.all([
      sampleRows(cluster, spec, rows),
      findForeignObjects(spec, source),
      findRivalGeneration(ctx.db, spec),
    ])
    const { estimate, ...sample } = sampled
    return {
      observedAt,
      elapsedMs: performance.now() - started,
      files: chunks.reduce((sum, { files }) => sum + files, 0),
      statements: chunks.length,
      writers: cluster.nodes.map(({ name }) => name),
      pattern: writeFileGlob(spec),
      sample,
      estimate,
      statement: { node: sample.node, sql: show(chunks[0]) },
      obstacle: foreign ?? rival,
    }
  })
}

/** Every statement of the generation, with the keys hidden. The first free node takes the next one. */
export async function previewGenerationSql(
  ctx: ServiceContext,
  given: GenerationDraft,
): Promise<ShownStatements> {
  const { cluster: key, spec } = await authorizeInput(ctx, 'operator', generationDraft, given)
  await requireRoleFor(ctx, spec)
  const { nodes } = await ctx.clusters.get(key)
  const node = nodes.map(({ name }) => name).join(' or ')
  return withBucket(ctx, { id: spec.source.id, bucket: spec.source.bucket }, async (source) => {
    const { chunks, show } = planGeneration(spec, source)
    return { statements: chunks.map((chunk) => ({ node, sql: show(chunk) })) }
  })
}
