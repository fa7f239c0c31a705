import {
  exportedIncident,
  exportIncident,
  exportIncidentInput,
  freezeIncident,
  freezeIncidentInput,
  frozenIncident,
  frozenIncidentRef,
  frozenIncidents,
  getFrozenIncident,
  getIncident,
  importIncident,
  importIncidentInput,
  incident,
  incidentContents,
  incidentInput,
  listFrozenIncidents,
  measureIncident,
  measureIncidentInput,
  openedIncident,
  removeFrozenIncident,
} from '@frostline/services'
import { procedure } from '../procedure.ts'
import { wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('incidents')
const path = '/clusters/{cluster}/incident'

export const incidentsRouter = router({
  get: procedure('viewer', wholeCluster)
    .meta(
      rest(
        'GET',
        path,
        'Get one timeline of a cluster, and what changed just before latency or failures did',
      ),
    )
    .input(incidentInput)
    .output(incident)
    .query(({ ctx, input }) => getIncident(ctx.service, input)),

  measure: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/size`, 'Get the size and the contents of a frozen incident or a file'))
    .input(measureIncidentInput)
    .output(incidentContents)
    .query(({ ctx, input }) => measureIncident(ctx.service, input)),

  listFrozen: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/frozen`, 'List frozen and imported incidents, the latest first'))
    .input(frozenIncidentRef.pick({ cluster: true }))
    .output(frozenIncidents)
    .query(async ({ ctx, input }) => ({ incidents: await listFrozenIncidents(ctx.service, input) })),

  getFrozen: procedure('viewer', wholeCluster)
    .meta(rest('GET', `${path}/frozen/{id}`, 'Get the data of a frozen or imported incident'))
    .input(frozenIncidentRef)
    .output(openedIncident)
    .query(({ ctx, input }) => getFrozenIncident(ctx.service, input)),

  freeze: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/frozen`, 'Keep the data of a time range until it expires'))
    .input(freezeIncidentInput)
    .output(frozenIncident)
    .mutation(({ ctx, input }) => freezeIncident(ctx.service, input)),

  removeFrozen: procedure('operator', wholeCluster)
    .meta(rest('DELETE', `${path}/frozen/{id}`, 'Delete a frozen or imported incident'))
    .input(frozenIncidentRef)
    .output(frozenIncidentRef.pick({ id: true }))
    .mutation(({ ctx, input }) => removeFrozenIncident(ctx.service, input)),

  export: procedure('viewer', wholeCluster)
    .meta(rest('POST', `${path}/export`, 'Get a file that opens in another Frostline'))
    .input(exportIncidentInput)
    .output(exportedIncident)
    .mutation(({ ctx, input }) => exportIncident(ctx.service, input)),

  import: procedure('operator', wholeCluster)
    .meta(rest('POST', `${path}/import`, 'Open the file of another Frostline on the page of a cluster'))
    .input(importIncidentInput)
    .output(frozenIncident)
    .mutation(({ ctx, input }) => importIncident(ctx.service, input)),
})
