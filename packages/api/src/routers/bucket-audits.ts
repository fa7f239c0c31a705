import {
  bucketAuditDetail,
  bucketAuditPage,
  bucketDisks,
  bucketDisksInput,
  bucketFindingPage,
  bucketPlacePage,
  cancelBucketAudit,
  getBucketAudit,
  inspectBuckets,
  inspectObject,
  inspectObjectInput,
  inspectPart,
  inspectPartInput,
  listBucketAudits,
  listBucketAuditsInput,
  listBucketFindings,
  listBucketFindingsInput,
  listBucketPlaces,
  listBucketPlacesInput,
  objectInspection,
  partInspection,
  retryBucketAudit,
  runChangedOf,
  runRef,
  startBucketAudit,
  startBucketAuditInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { listed, oneRun, wholeCluster } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const one = '/bucket-audits/{id}' as const
const rest = restRoutes('bucket audits')
const changed = runChangedOf('bucket-audit')

export const bucketAuditsRouter = router({
  look: procedure('operator', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/bucket-look', 'List S3 disks and their buckets'))
    .input(bucketDisksInput)
    .output(bucketDisks)
    .query(({ ctx, input }) => inspectBuckets(ctx.service, input)),

  object: procedure('operator', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/object', 'Find the files that need an object, and its history'))
    .input(inspectObjectInput)
    .output(objectInspection)
    .query(({ ctx, input }) => inspectObject(ctx.service, input)),

  part: procedure('operator', wholeCluster)
    .meta(rest('GET', '/clusters/{cluster}/part-objects', 'List the objects of a part'))
    .input(inspectPartInput)
    .output(partInspection)
    .query(({ ctx, input }) => inspectPart(ctx.service, input)),

  list: procedure('viewer', listed)
    .meta(rest('GET', '/bucket-audits', 'List bucket audits, newest first'))
    .input(listBucketAuditsInput.extend({ cursor: z.uuid().optional() }))
    .output(bucketAuditPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBucketAudits(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer', oneRun)
    .meta(rest('GET', one, 'Get a bucket audit'))
    .input(runRef)
    .output(bucketAuditDetail)
    .query(({ ctx, input }) => getBucketAudit(ctx.service, input)),

  places: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/places`, 'List the parts of a table in the bucket'))
    .input(listBucketPlacesInput.extend({ cursor: z.guid().optional() }))
    .output(bucketPlacePage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBucketPlaces(ctx.service, { after: cursor, ...input }),
    ),

  findings: procedure('viewer', oneRun)
    .meta(rest('GET', `${one}/findings`, 'List orphans, missing objects or stale uploads'))
    .input(
      listBucketFindingsInput.extend({
        cursor: z.coerce
          .number()
          .int()
          .max(Number.MAX_SAFE_INTEGER - 1)
          .optional(),
      }),
    )
    .output(bucketFindingPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBucketFindings(ctx.service, { ...input, after: cursor ?? input.after }),
    ),

  start: procedure('operator', wholeCluster)
    .meta(rest('POST', '/bucket-audits', 'Start an audit that compares a bucket with all replicas'))
    .input(startBucketAuditInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startBucketAudit(ctx.service, input)),

  cancel: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/cancel`, 'Cancel an audit. Its results are deleted'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelBucketAudit(ctx.service, input)),

  retry: procedure('operator', oneRun)
    .meta(rest('POST', `${one}/retry`, 'Retry an audit'))
    .input(runRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryBucketAudit(ctx.service, input)),
})
