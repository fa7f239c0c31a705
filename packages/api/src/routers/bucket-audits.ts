import {
  bucketAuditDetail,
  bucketAuditPage,
  bucketAuditRef,
  bucketAuditStatus,
  bucketFindingPage,
  bucketLook,
  bucketLookInput,
  bucketPlacePage,
  cancelBucketAudit,
  getBucketAudit,
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
  lookAtBuckets,
  objectInspection,
  partInspection,
  retryBucketAudit,
  startBucketAudit,
  startBucketAuditInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['bucket audits']
const one = '/bucket-audits/{id}' as const
const rest = (method: 'GET' | 'POST', path: `/${string}`, summary: string) => ({
  openapi: { method, path, tags, summary },
})
const changed = z.object({ id: z.string(), status: bucketAuditStatus })

export const bucketAuditsRouter = router({
  look: procedure('operator')
    .meta(rest('GET', '/clusters/{cluster}/bucket-look', 'Which bucket each S3 disk lies in'))
    .input(bucketLookInput)
    .output(bucketLook)
    .query(({ ctx, input }) => lookAtBuckets(ctx.service, input)),

  object: procedure('operator')
    .meta(rest('GET', '/clusters/{cluster}/object', 'Who needs one object, and what became of it'))
    .input(inspectObjectInput)
    .output(objectInspection)
    .query(({ ctx, input }) => inspectObject(ctx.service, input)),

  part: procedure('operator')
    .meta(rest('GET', '/clusters/{cluster}/part-objects', 'The objects of one part, with their sizes'))
    .input(inspectPartInput)
    .output(partInspection)
    .query(({ ctx, input }) => inspectPart(ctx.service, input)),

  list: procedure('viewer')
    .meta(rest('GET', '/bucket-audits', 'Audits of buckets, newest first'))
    .input(listBucketAuditsInput.extend({ cursor: z.uuid().optional() }))
    .output(bucketAuditPage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBucketAudits(ctx.service, { after: cursor, ...input }),
    ),

  get: procedure('viewer')
    .meta(rest('GET', one, 'One audit: why each object of the bucket is there'))
    .input(bucketAuditRef)
    .output(bucketAuditDetail)
    .query(({ ctx, input }) => getBucketAudit(ctx.service, input)),

  places: procedure('viewer')
    .meta(rest('GET', `${one}/places`, 'A page of the parts of one table in the bucket'))
    .input(listBucketPlacesInput.extend({ cursor: z.guid().optional() }))
    .output(bucketPlacePage)
    .query(({ ctx, input: { cursor, ...input } }) =>
      listBucketPlaces(ctx.service, { after: cursor, ...input }),
    ),

  findings: procedure('viewer')
    .meta(rest('GET', `${one}/findings`, 'A page of orphans, missing objects or stale uploads'))
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

  start: procedure('operator')
    .meta(rest('POST', '/bucket-audits', 'Compare a bucket with what all replicas need; changes nothing'))
    .input(startBucketAuditInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => startBucketAudit(ctx.service, input)),

  cancel: procedure('operator')
    .meta(rest('POST', `${one}/cancel`, 'Stop; what was listed is forgotten'))
    .input(bucketAuditRef)
    .output(changed)
    .mutation(({ ctx, input }) => cancelBucketAudit(ctx.service, input)),

  retry: procedure('operator')
    .meta(rest('POST', `${one}/retry`, 'Start again'))
    .input(bucketAuditRef)
    .output(changed)
    .mutation(({ ctx, input }) => retryBucketAudit(ctx.service, input)),
})
