import {
  changeFleetView,
  changeFleetViewInput,
  deleteFleetView,
  fleetList,
  fleetView,
  fleetViewRef,
  fleetViews,
  listFleet,
  listFleetInput,
  listFleetViews,
  saveFleetView,
  saveFleetViewInput,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { listed, own } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('fleet')

export const fleetRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/fleet/tables', 'List the tables of all clusters, and what is odd about them'))
    .input(listFleetInput)
    .output(fleetList)
    .query(({ ctx, input }) => listFleet(ctx.service, input)),

  views: procedure('viewer', own)
    .meta(rest('GET', '/fleet/views', 'List your saved views and those that others share'))
    .output(fleetViews)
    .query(async ({ ctx }) => ({ views: await listFleetViews(ctx.service) })),

  saveView: procedure('viewer', own)
    .meta(rest('POST', '/fleet/views', 'Save a view. Only operators share it'))
    .input(saveFleetViewInput)
    .output(fleetView)
    .mutation(({ ctx, input }) => saveFleetView(ctx.service, input)),

  changeView: procedure('viewer', own)
    .meta(
      rest('PUT', '/fleet/views/{id}', 'Rename a view, replace its filter, or share it. Omitted fields stay'),
    )
    .input(changeFleetViewInput)
    .output(fleetView)
    .mutation(({ ctx, input }) => changeFleetView(ctx.service, input)),

  deleteView: procedure('viewer', own)
    .meta(rest('DELETE', '/fleet/views/{id}', 'Delete a view'))
    .input(fleetViewRef)
    .output(fleetViewRef)
    .mutation(({ ctx, input }) => deleteFleetView(ctx.service, input)),
})
