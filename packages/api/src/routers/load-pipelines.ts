import {
  createPipeline,
  createPipelineInput,
  getPipeline,
  listPipelineObjects,
  listPipelineObjectsInput,
  listPipelines,
  listPipelinesInput,
  pausePipeline,
  pipelineDetail,
  pipelineObjectPage,
  pipelineRef,
  pipelineView,
  removePipeline,
  requestPipelineLook,
  resumePipeline,
  runPipelineNow,
  updatePipeline,
  updatePipelineInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['load pipelines']
const one = '/load-pipelines/{id}' as const
const rest = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: `/${string}`, summary: string) => ({
  openapi: { method, path, tags, summary },
})
const idOnly = z.object({ id: z.string() })

export const loadPipelinesRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/load-pipelines', 'Pipelines with how far behind they are'))
    .input(listPipelinesInput)
    .output(z.object({ pipelines: z.array(pipelineView) }))
    .query(async ({ ctx, input }) => ({ pipelines: await listPipelines(ctx.service, input) })),

  get: procedure('viewer')
    .meta(rest('GET', one, 'One pipeline; its loads are those of /loads with its id'))
    .input(pipelineRef)
    .output(pipelineDetail)
    .query(({ ctx, input }) => getPipeline(ctx.service, input)),

  objects: procedure('viewer')
    .meta(rest('GET', `${one}/objects`, 'Objects that it knows and takes no more'))
    .input(listPipelineObjectsInput)
    .output(pipelineObjectPage)
    .query(({ ctx, input }) => listPipelineObjects(ctx.service, input)),

  create: procedure('operator')
    .meta(rest('POST', '/load-pipelines', 'Make a load that comes again'))
    .input(createPipelineInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createPipeline(ctx.service, input)),

  update: procedure('operator')
    .meta(rest('PUT', one, 'Change its name, trigger and limits'))
    .input(updatePipelineInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updatePipeline(ctx.service, input)),

  run: procedure('operator')
    .meta(rest('POST', `${one}/run`, 'Take what is new now'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => runPipelineNow(ctx.service, input)),

  look: procedure('operator')
    .meta(rest('POST', `${one}/look`, 'Look at the bucket now, to know the lag'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => requestPipelineLook(ctx.service, input)),

  pause: procedure('operator')
    .meta(rest('POST', `${one}/pause`, 'Begin no load any more'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => pausePipeline(ctx.service, input)),

  resume: procedure('operator')
    .meta(rest('POST', `${one}/resume`, 'Load again from now on'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => resumePipeline(ctx.service, input)),

  remove: procedure('operator')
    .meta(rest('DELETE', one, 'Forget it and the objects it knows; its loads stay'))
    .input(pipelineRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removePipeline(ctx.service, input)
      return { removed: true }
    }),
})
