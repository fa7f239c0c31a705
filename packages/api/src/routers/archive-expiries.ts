import {
  archiveExpiryDetail,
  archiveExpiryPage,
  cancelArchiveExpiry,
  getArchiveExpiry,
  listArchiveExpiries,
  listArchiveExpiriesInput,
  retryArchiveExpiry,
  runChangedOf,
  runRef,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/archive-expiries/{id}' as const
const rest = restRoutes('archives')
const changed = runChangedOf('archive-expiry')

export const archiveExpiriesRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/archive-expiries', 'List deletions of files of archives, newest first'))
    .input(listArchiveExpiriesInput.extend({ cursor: z.uuid().optional() }))
    .output(archiveExpiryPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listArchiveExpiries(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a deletion of files of an archive with its partitions'))
    .input(runRef)
    .output(archiveExpiryDetail)
    .query(({ ctx, input }) => getArchiveExpiry(ctx.service, input)),

  cancel: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel a deletion of files. The rest is kept forever'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelArchiveExpiry(ctx.service, input)),

  retry: procedure('admin', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry a deletion of files that has failed'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryArchiveExpiry(ctx.service, input)),
})
