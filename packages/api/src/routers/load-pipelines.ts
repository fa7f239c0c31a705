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
  requestPipelineCheck,
  resumePipeline,
  runPipelineNow,
  updatePipeline,
  updatePipelineInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, loadScope, onePipeline } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/load-pipelines/{id}' as const
const rest = restRoutes('load pipelines')
const idOnly = z.object({ id: z.string() })

export const loadPipelinesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/load-pipelines', 'List pipelines with their lag'))
    .input(listPipelinesInput)
    .output(z.object({ pipelines: z.array(pipelineView) }))
    .query(async ({ ctx, input }) => ({ pipelines: await listPipelines(ctx.service, input) })),

  get: procedure('viewer', onePipeline)
    .meta(rest('GET', one, 'Get a pipeline. List its loads with /loads and its ID'))
    .input(pipelineRef)
    .output(pipelineDetail)
    .query(({ ctx, input }) => getPipeline(ctx.service, input)),

  objects: procedure('viewer', onePipeline)
    .meta(rest('GET', `${one}/objects`, 'List the known objects of a pipeline'))
    .input(listPipelineObjectsInput)
    .output(pipelineObjectPage)
    .query(({ ctx, input }) => listPipelineObjects(ctx.service, input)),

  create: procedure('operator', loadScope)
    .meta(rest('POST', '/load-pipelines', 'Create a pipeline'))
    .input(createPipelineInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createPipeline(ctx.service, input)),

  update: procedure('operator', onePipeline)
    .meta(rest('PUT', one, 'Change the name, trigger and limits of a pipeline'))
    .input(updatePipelineInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updatePipeline(ctx.service, input)),

  run: procedure('operator', onePipeline)
    .meta(rest('POST', `${one}/run`, 'Run a pipeline now'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => runPipelineNow(ctx.service, input)),

  look: procedure('operator', onePipeline)
    .meta(rest('POST', `${one}/look`, 'List the bucket now to update the lag'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => requestPipelineCheck(ctx.service, input)),

  pause: procedure('operator', onePipeline)
    .meta(rest('POST', `${one}/pause`, 'Pause a pipeline'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => pausePipeline(ctx.service, input)),

  resume: procedure('operator', onePipeline)
    .meta(rest('POST', `${one}/resume`, 'Resume a pipeline'))
    .input(pipelineRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => resumePipeline(ctx.service, input)),

  remove: procedure('operator', onePipeline)
    .meta(rest('DELETE', one, 'Remove a pipeline and its known objects. Its loads are kept'))
    .input(pipelineRef)
    .output(z.object({ removed: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removePipeline(ctx.service, input)
      return { removed: true }
    }),
})
