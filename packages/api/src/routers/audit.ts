import { auditPage, listAudit, listAuditInput } from '@frostline/services'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

export const auditRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit',
        tags: ['audit'],
        summary: 'List audit entries, newest first',
      },
    })
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.service, input)),
})
