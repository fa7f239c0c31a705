import { auditPage, listAudit, listAuditInput } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('audit')

export const auditRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/audit', 'List audit entries, newest first'))
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.service, input)),
})
