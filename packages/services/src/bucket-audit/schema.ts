import { z } from 'zod'
import { listRunsInput, runStatuses, runSummary } from '../base/run-schema.ts'
import { clusterKey, coverage, observed, queryFlag } from '../reading/schema.ts'

export const bucketPlace = z.object({ sourceId: z.string(), sourceName: z.string(), bucket: z.string() })
export type BucketPlace = z.infer<typeof bucketPlace>

export const bucketLookInput = z.object({ cluster: clusterKey })

const diskInBucket = z.object({
  node: z.string(),
  disk: z.string(),
  prefixes: z.array(z.string()).describe('Before the names of its objects, as a few of them show.'),
  sample: z.string().nullable().describe('Key of one of its objects. Null: it has none.'),
  place: bucketPlace
    .nullable()
    .describe('The saved source and bucket that has its objects. Null: none of the sources has.'),
})
export type DiskInBucket = z.infer<typeof diskInBucket>

export const bucketLook = observed(
  z.object({
    coverage,
    disks: z.array(diskInBucket).describe('S3 disks; of a cache and the disk under it, one.'),
    others: z
      .array(z.object({ id: z.string(), cluster: z.string(), nodes: z.number().int() }))
      .describe('Other clusters of this console: their replicas are asked too.'),
  }),
)
export type BucketLook = z.infer<typeof bucketLook>

const prefix = z
  .string()
  .max(900)
  .refine((text) => text === '' || text.endsWith('/'), 'A prefix ends with a slash.')

export const startBucketAuditInput = z.object({
  cluster: clusterKey,
  sourceId: z.string().max(200).describe('A saved source that reaches the bucket.'),
  bucket: z.string().min(1).max(63),
  prefixes: z
    .array(prefix)
    .min(1, 'Enter at least one prefix.')
    .max(200)
    .describe('What is listed. Objects beside it are not looked at.'),
  graceMinutes: z
    .number()
    .int()
    .min(0)
    .max(525_600)
    .default(1_440)
    .describe('Younger objects are never told of as orphans.'),
  timeLimitMinutes: z.number().int().min(1).max(2_880).default(240),
  leaveOut: z
    .array(clusterKey)
    .max(100)
    .default([])
    .describe(
      'Other clusters that are not asked: whoever asks says that none of their disks lies in the bucket.',
    ),
})
export type StartBucketAuditInput = z.input<typeof startBucketAuditInput>

export const bucketAuditRef = z.object({ id: z.uuid().describe('Id of the audit.') })

export const bucketAuditStatus = z.enum(runStatuses)

export const listBucketAuditsInput = listRunsInput

/** As in the ledger. */
export const leftOutClusters = z
  .array(z.object({ clusterId: z.string(), clusterName: z.string() }))
  .describe(
    'Clusters that were not asked, on the word of who asked that none of their disks lies in the bucket.',
  )
export type LeftOutCluster = z.infer<typeof leftOutClusters>[number]

const findingCounts = z.object({
  orphans: z.object({ count: z.number().int(), bytes: z.bigint() }),
  missing: z.object({ count: z.number().int(), bytes: z.bigint() }),
  sizeDiffers: z.object({ count: z.number().int(), bytes: z.bigint() }),
  uploads: z.object({ count: z.number().int(), bytes: z.bigint() }),
})
export type FindingCounts = z.infer<typeof findingCounts>

export const bucketAuditSummary = runSummary.extend({
  sourceId: z.string(),
  sourceName: z.string(),
  bucket: z.string(),
  prefixes: z.array(z.string()),
  graceMinutes: z.number().int(),
  timeLimitMinutes: z.number().int(),
  status: bucketAuditStatus,
  phase: z.enum(['listing', 'reading', 'comparing', 'confirming', 'ended']),
  listedAt: z.date().nullable().describe('By the clock of the store.'),
  objects: z.bigint().describe('Listed so far, and at the end all.'),
  objectBytes: z.bigint(),
  cutoffAt: z.date().nullable().describe('Objects that were changed later are told of in sum only.'),
  obstacle: z.string().nullable().describe('Why nothing is concluded about orphans. Null: it is.'),
  leftOut: leftOutClusters,
  findings: findingCounts.describe('Of an audit that has ended.'),
})
export type BucketAuditSummary = z.infer<typeof bucketAuditSummary>

export const bucketAuditPage = z.object({
  audits: z.array(bucketAuditSummary),
  next: z.string().nullable(),
})

export const bucketHolding = z.enum([
  'active',
  'inactive',
  'unlisted',
  'moving',
  'temporary',
  'detached',
  'frozen',
  'other',
])

const tableInBucket = z.object({
  database: z.string(),
  table: z.string(),
  tableUuid: z.string().describe('Of a table that no node lists by a name. Else empty.'),
  holding: bucketHolding,
  places: z.bigint().describe('Parts, or folders of files.'),
  files: z.bigint(),
  fileBytes: z.bigint(),
  objects: z.bigint().describe('Each counts once, in the first holding of this order that needs it.'),
  objectBytes: z.bigint(),
  sharedFiles: z.bigint().describe('Files whose object other files need too.'),
  missingFiles: z
    .bigint()
    .describe('Files whose object was not listed; see the findings for what is missing.'),
  partBytes: z.bigint().describe('As system.parts has them.'),
  countedBytes: z.bigint().describe('Of the files that system.parts counts.'),
})

export const bucketAuditDetail = bucketAuditSummary.extend({
  nodes: z.array(
    z.object({
      clusterName: z.string(),
      nodeName: z.string(),
      disks: z.array(z.string()).describe('Whose objects lie in the bucket. Others are read all the same.'),
      pass: z.number().int().describe('1: reads what it needs. 2: reads it once more.'),
      status: z.enum(['waiting', 'reading', 'read', 'failed']),
      files: z.bigint(),
      readAt: z.date().nullable(),
      oldestWorkAt: z.date().nullable(),
      error: z.string().nullable(),
    }),
  ),
  tables: z.array(tableInBucket).describe('The 2,000 largest.'),
  account: z
    .object({
      lines: z.array(z.object({ reason: z.string(), objects: z.bigint(), bytes: z.bigint() })),
      unexplainedObjects: z.bigint(),
      unexplainedBytes: z.bigint(),
    })
    .nullable()
    .describe('Why each listed object is there. Null: it has not ended.'),
})
export type BucketAuditDetail = z.infer<typeof bucketAuditDetail>

export const listBucketPlacesInput = bucketAuditRef.extend({
  database: z.string().max(255),
  table: z.string().max(255),
  tableUuid: z.string().max(100).default(''),
  after: z.guid().optional().describe('Id of the last row of the page before.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

const bucketPlaceRow = z.object({
  id: z.string(),
  nodeName: z.string(),
  disk: z.string(),
  holding: bucketHolding,
  part: z.string(),
  files: z.number().int(),
  fileBytes: z.bigint(),
  objects: z.number().int(),
  objectBytes: z.bigint(),
  sharedFiles: z.number().int(),
  missingFiles: z.number().int(),
  partBytes: z.bigint().nullable(),
  countedBytes: z.bigint(),
})
export type BucketPlaceRow = z.infer<typeof bucketPlaceRow>
export const bucketPlacePage = z.object({ places: z.array(bucketPlaceRow), next: z.string().nullable() })

export const findingKind = z.enum(['orphan', 'missing', 'size_differs', 'upload'])

export const listBucketFindingsInput = bucketAuditRef.extend({
  kind: findingKind,
  candidates: queryFlag
    .default(false)
    .describe(
      'Of an audit that concludes nothing: the first 1,000 objects that no replica which answered needs.',
    ),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 1)
    .default(0)
    .describe('Id of the last row of the page before.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

const bucketFinding = z.object({
  id: z.number().int(),
  kind: findingKind,
  key: z.string(),
  uploadId: z.string(),
  sizeBytes: z.bigint().nullable().describe('In the bucket.'),
  neededBytes: z.bigint().nullable().describe('As the replica says.'),
  modifiedAt: z.date().nullable(),
  engineMade: z.boolean().describe('Named as the server names objects of a disk.'),
  confirmed: z.boolean().describe('At the second look. False: a replica did not answer then.'),
  nodeName: z.string().nullable(),
  database: z.string().nullable(),
  table: z.string().nullable(),
  part: z.string().nullable(),
  file: z.string().nullable(),
})
export type BucketFindingView = z.infer<typeof bucketFinding>
export const bucketFindingPage = z.object({
  total: z.number().int(),
  findings: z.array(bucketFinding),
  next: z.number().int().nullable(),
})
