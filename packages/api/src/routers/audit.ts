import {
  auditIntegrity,
  auditLinesPage,
  auditPage,
  auditVerification,
  createAuditDestination,
  createDestinationInput,
  destinationRef,
  destinationView,
  exportAudit,
  exportAuditInput,
  getAuditIntegrity,
  listAudit,
  listAuditDestinations,
  listAuditInput,
  pauseAuditDestination,
  removeAuditDestination,
  resumeAuditDestination,
  setAuditRetention,
  setAuditRetentionInput,
  testAuditDestination,
  updateAuditDestination,
  updateDestinationInput,
  verifyAudit,
  verifyAuditInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything, listed } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('audit')
const idOnly = z.object({ id: z.string() })

export const auditRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/audit', 'List audit entries, newest first'))
    .input(listAuditInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.service, input)),

  export: procedure('viewer', listed)
    .meta(rest('GET', '/audit/export', 'Audit entries as JSON lines in order of the hash chain'))
    .input(exportAuditInput)
    .output(auditLinesPage)
    .query(({ ctx, input }) => exportAudit(ctx.service, input)),

  integrity: procedure('admin', everything)
    .meta(rest('GET', '/audit/integrity', 'The end of the hash chain, and the retention'))
    .input(z.object({}).optional())
    .output(auditIntegrity)
    .query(({ ctx }) => getAuditIntegrity(ctx.service)),

  verify: procedure('admin', everything)
    .meta(rest('GET', '/audit/verify', 'Verify the hash chain of the audit'))
    .input(verifyAuditInput)
    .output(auditVerification)
    .query(({ ctx, input }) => verifyAudit(ctx.service, input)),

  setRetention: procedure('admin', everything)
    .meta(rest('PUT', '/audit/retention', 'Set how long audit entries are kept'))
    .input(setAuditRetentionInput)
    .output(z.object({ days: z.int().nullable() }))
    .mutation(({ ctx, input }) => setAuditRetention(ctx.service, input)),

  destinations: procedure('admin', everything)
    .meta(rest('GET', '/audit/destinations', 'List audit destinations with their lag'))
    .input(z.object({}).optional())
    .output(z.object({ destinations: z.array(destinationView) }))
    .query(async ({ ctx }) => ({ destinations: await listAuditDestinations(ctx.service) })),

  createDestination: procedure('admin', everything)
    .meta(rest('POST', '/audit/destinations', 'Add an audit destination'))
    .input(createDestinationInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createAuditDestination(ctx.service, input)),

  updateDestination: procedure('admin', everything)
    .meta(rest('PUT', '/audit/destinations/{id}', 'Change an audit destination'))
    .input(updateDestinationInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateAuditDestination(ctx.service, input)),

  testDestination: procedure('admin', everything)
    .meta(rest('POST', '/audit/destinations/{id}/test', 'Test an audit destination'))
    .input(destinationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => testAuditDestination(ctx.service, input)),

  pauseDestination: procedure('admin', everything)
    .meta(rest('POST', '/audit/destinations/{id}/pause', 'Stop sending to an audit destination'))
    .input(destinationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => pauseAuditDestination(ctx.service, input)),

  resumeDestination: procedure('admin', everything)
    .meta(rest('POST', '/audit/destinations/{id}/resume', 'Continue sending, and retry at once'))
    .input(destinationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => resumeAuditDestination(ctx.service, input)),

  removeDestination: procedure('admin', everything)
    .meta(rest('DELETE', '/audit/destinations/{id}', 'Remove an audit destination'))
    .input(destinationRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeAuditDestination(ctx.service, input)),
})
