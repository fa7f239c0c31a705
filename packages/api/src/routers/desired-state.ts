import {
  applyDesiredState,
  applyStateInput,
  exportDesiredState,
  listManagedObjects,
  managedList,
  planDesiredState,
  stateApplied,
  stateExport,
  statePlanInput,
  statePlanView,
  takeOverInput,
  takeOverManagedObject,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { stateSchemaPath } from '../rest/state-schema.ts'
import { everything, listed } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('desired-state')

export const desiredStateRouter = router({
  export: procedure('admin', everything)
    .meta(rest('GET', '/state/export', 'Export the present state of everything that a file can describe'))
    .output(stateExport)
    .query(({ ctx }) => exportDesiredState(ctx.service, `${ctx.publicOrigin}${stateSchemaPath}`)),

  // A mutation, so that the values of secrets are never part of an address.
  planFile: procedure('admin', everything)
    .meta(rest('POST', '/state/plan', 'Show what an apply of a file would change. Changes nothing'))
    .input(statePlanInput)
    .output(statePlanView)
    .mutation(({ ctx, input }) => planDesiredState(ctx.service, input)),

  applyFile: procedure('admin', everything)
    .meta(rest('POST', '/state/apply', 'Apply a file as one change set'))
    .input(applyStateInput)
    .output(stateApplied)
    .mutation(({ ctx, input }) => applyDesiredState(ctx.service, input)),

  managed: procedure('viewer', listed)
    .meta(rest('GET', '/state/managed', 'List objects that are managed from a file'))
    .output(managedList)
    .query(({ ctx }) => listManagedObjects(ctx.service)),

  takeOver: procedure('operator', everything)
    .meta(rest('POST', '/state/take-over', 'Take an object over from its file, to change it in the console'))
    .input(takeOverInput)
    .output(takeOverInput)
    .mutation(({ ctx, input }) => takeOverManagedObject(ctx.service, input)),
})
