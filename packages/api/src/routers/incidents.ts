import { getIncident, incident, incidentInput } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('incidents')

export const incidentsRouter = router({
  get: procedure('viewer')
    .meta(
      rest(
        'GET',
        '/clusters/{cluster}/incident',
        'Get one timeline of a cluster, and what changed just before latency or failures did',
      ),
    )
    .input(incidentInput)
    .output(incident)
    .query(({ ctx, input }) => getIncident(ctx.service, input)),
})
