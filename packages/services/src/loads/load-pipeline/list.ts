import type { Prisma } from '@frostline/db'
import type { z } from 'zod'
import { pipelineScopes } from '../../identity/access/scopes-of.ts'
import { maySeeAll } from '../../identity/access/visible.ts'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { escapeLike } from '../../platform/base/escape-like.ts'
import { findPipeline, withPlaces } from './find-pipeline.ts'
import {
  listPipelineObjectsInput,
  listPipelinesInput,
  type PipelineDetail,
  type PipelineObjectView,
  type PipelineView,
} from './schema.ts'
import { toPipelineDetail, toPipelineViews } from './to-view.ts'

/** By name. */
export async function listPipelines(
  ctx: ServiceContext,
  given: z.input<typeof listPipelinesInput>,
): Promise<PipelineView[]> {
  const { cluster } = await authorizeInput(ctx, 'viewer', listPipelinesInput, given)
  const pipelines = await ctx.db.loadPipeline.findMany({
    where: cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {},
    include: withPlaces,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return toPipelineViews(
    ctx,
    pipelines.filter((pipeline) => maySeeAll(ctx.actor, pipelineScopes(pipeline))),
  )
}

export async function getPipeline(ctx: ServiceContext, { id }: { id: string }): Promise<PipelineDetail> {
  await authorize(ctx, 'viewer')
  return toPipelineDetail(ctx, await findPipeline(ctx.db, id))
}

/** What a pipeline knows, and why it will not load it again. */
export async function listPipelineObjects(
  ctx: ServiceContext,
  given: z.input<typeof listPipelineObjectsInput>,
): Promise<{ total: number; objects: PipelineObjectView[] }> {
  const { id, state, search, limit } = await authorizeInput(ctx, 'viewer', listPipelineObjectsInput, given)
  await findPipeline(ctx.db, id)
  const where: Prisma.LoadPipelineObjectWhereInput = {
    pipelineId: id,
    ...(state ? { state } : {}),
    ...(search === '' ? {} : { key: { contains: escapeLike(search), mode: 'insensitive' } }),
  }
  const [total, objects] = await Promise.all([
    ctx.db.loadPipelineObject.count({ where }),
    ctx.db.loadPipelineObject.findMany({
      where,
      omit: { pipelineId: true },
      orderBy: [{ knownAt: 'desc' }, { key: 'asc' }],
      take: limit,
    }),
  ])
  return { total, objects }
}
