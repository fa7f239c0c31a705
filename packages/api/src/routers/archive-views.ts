import {
  archiveViewChanged,
  archiveViewPage,
  archiveViewRef,
  createArchiveView,
  createArchiveViewInput,
  dropArchiveView,
  getArchiveView,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { oneTable, tableAndArchiveView } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('archives')

export const archiveViewsRouter = router({
  get: procedure('viewer', oneTable)
    .meta(rest('GET', '/archive-views', 'Get the view over a table and its archives, and its definition'))
    .input(archiveViewRef)
    .output(archiveViewPage)
    .query(({ ctx, input }) => getArchiveView(ctx.service, input)),

  create: procedure('admin', tableAndArchiveView)
    .meta(
      rest('POST', '/archive-views', 'Create or update the view over a table and its archives on all nodes'),
    )
    .input(createArchiveViewInput)
    .output(archiveViewChanged)
    .mutation(({ ctx, input }) => createArchiveView(ctx.service, input)),

  drop: procedure('admin', tableAndArchiveView)
    .meta(rest('DELETE', '/archive-views', 'Drop the view over a table and its archives from all nodes'))
    .input(archiveViewRef)
    .output(archiveViewChanged)
    .mutation(({ ctx, input }) => dropArchiveView(ctx.service, input)),
})
