import { z } from 'zod'
import { clusterKey, coverage, observed, queryFlag } from '../../platform/reading/schema.ts'
import { listRunsOfKindInput, runRef, runViewOf } from '../../platform/run/run-schema.ts'

export const bucketPlace = z.object({ sourceId: z.string(), sourceName: z.string(), bucket: z.string() })
export type BucketPlace = z.infer<typeof bucketPlace>

export const bucketDisksInput = z.object({ cluster: clusterKey })

const diskInBucket = z.object({
  node: z.string(),
  disk: z.string(),
  prefixes: z.array(z.string()).describe('Prefix of its object names, taken from a few of them.'),
  sample: z.string().nullable().describe('Key of one of its objects. Null: no objects.'),
  place: bucketPlace
    .nullable()
    .describe('The saved source and bucket with its objects. Null: no source has them.'),
})
export type DiskInBucket = z.infer<typeof diskInBucket>

export const bucketDisks = observed(
  z.object({
    coverage,
    disks: z.array(diskInBucket).describe('S3 disks. A cache and the disk behind it count as one.'),
    others: z
      .array(z.object({ id: z.string(), cluster: z.string(), nodes: z.number().int() }))
      .describe('Other clusters of this console. Their replicas are also read.'),
  }),
)
export type BucketDisks = z.infer<typeof bucketDisks>

const prefix = z
  .string()
  .max(900)
  .refine((text) => text === '' || text.endsWith('/'), 'A prefix ends with a slash.')

export const startBucketAuditInput = z.object({
  cluster: clusterKey,
  sourceId: z.string().max(200).describe('A saved source with access to the bucket.'),
  bucket: z.string().min(1).max(63),
  prefixes: z
    .array(prefix)
    .min(1, 'Enter at least one prefix.')
    .max(200)
    .describe('Listed prefixes. Other objects are not checked.'),
  graceMinutes: z
    .number()
    .int()
    .min(0)
    .max(525_600)
    .default(1_440)
    .describe('Newer objects are never reported as orphans.'),
  timeLimitMinutes: z.number().int().min(1).max(2_880).default(240),
  leaveOut: z
    .array(clusterKey)
    .max(100)
    .default([])
    .describe('Other clusters to exclude. The caller confirms that none of their disks uses the bucket.'),
})
export type StartBucketAuditInput = z.input<typeof startBucketAuditInput>

export const listBucketAuditsInput = listRunsOfKindInput

/** As in the ledger. */
export const leftOutClusters = z
  .array(z.object({ clusterId: z.string(), clusterName: z.string() }))
  .describe(
    'Excluded clusters. The person who started the audit confirmed that none of their disks uses the bucket.',
  )
export type LeftOutCluster = z.infer<typeof leftOutClusters>[number]

const findingCounts = z.object({
  orphans: z.object({ count: z.number().int(), bytes: z.bigint() }),
  missing: z.object({ count: z.number().int(), bytes: z.bigint() }),
  sizeDiffers: z.object({ count: z.number().int(), bytes: z.bigint() }),
  uploads: z.object({ count: z.number().int(), bytes: z.bigint() }),
})
export type FindingCounts = z.infer<typeof findingCounts>

const bucketAuditSummary = runViewOf('bucket-audit').extend({
  sourceId: z.string().nullable().describe('Null: the source has been removed.'),
  sourceName: z.string(),
  bucket: z.string(),
  prefixes: z.array(z.string()),
  graceMinutes: z.number().int(),
  timeLimitMinutes: z.number().int(),
  phase: z.enum(['listing', 'reading', 'comparing', 'confirming', 'ended']),
  listedAt: z.date().nullable().describe('By the clock of the store.'),
  objects: z.bigint().describe('Listed so far. At the end, all objects.'),
  objectBytes: z.bigint(),
  cutoffAt: z.date().nullable().describe('Objects changed later are only counted.'),
  obstacle: z.string().nullable().describe('Why no orphans are reported. Null: they are.'),
  leftOut: leftOutClusters,
  findings: findingCounts.describe('Only for an audit that has ended.'),
})
export type BucketAuditSummary = z.infer<typeof bucketAuditSummary>

export const bucketAuditPage = z.object({
  audits: z.array(bucketAuditSummary),
  next: z.string().nullable(),
})

const bucketHolding = z.enum([
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
  tableUuid: z.string().describe('UUID of a table without a name on any node. Otherwise empty.'),
  holding: bucketHolding,
  places: z.bigint().describe('Parts, or folders of files.'),
  files: z.bigint(),
  fileBytes: z.bigint(),
  objects: z.bigint().describe('Each object counts once, for the first holder in this order.'),
  objectBytes: z.bigint(),
  sharedFiles: z.bigint().describe('Files whose object is also needed by other files.'),
  missingFiles: z
    .bigint()
    .describe('Files whose object was not listed. See the findings for missing objects.'),
  partBytes: z.bigint().describe('As system.parts has them.'),
  countedBytes: z.bigint().describe('Of the files that system.parts counts.'),
})

export const bucketAuditDetail = bucketAuditSummary.extend({
  nodes: z.array(
    z.object({
      clusterName: z.string(),
      nodeName: z.string(),
      disks: z.array(z.string()).describe('Disks with objects in the bucket. Other disks are read, too.'),
      pass: z.number().int().describe('1: first read of the objects it needs. 2: second read.'),
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
    .describe('Why each listed object exists. Null: the audit has not ended.'),
})
export type BucketAuditDetail = z.infer<typeof bucketAuditDetail>

export const listBucketPlacesInput = runRef.extend({
  database: z.string().max(255),
  table: z.string().max(255),
  tableUuid: z.string().max(100).default(''),
  after: z.guid().optional().describe('ID of the last row of the previous page.'),
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

const findingKind = z.enum(['orphan', 'missing', 'size_differs', 'upload'])

export const listBucketFindingsInput = runRef.extend({
  kind: findingKind,
  candidates: queryFlag
    .default(false)
    .describe(
      'For an audit that reports no orphans: the first 1,000 objects that no answering replica needs.',
    ),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 1)
    .default(0)
    .describe('ID of the last row of the previous page.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

const bucketFinding = z.object({
  id: z.number().int(),
  kind: findingKind,
  key: z.string(),
  uploadId: z.string(),
  sizeBytes: z.bigint().nullable().describe('In the bucket.'),
  neededBytes: z.bigint().nullable().describe('As reported by the replica.'),
  modifiedAt: z.date().nullable(),
  engineMade: z.boolean().describe('Whether the name has the format of ClickHouse disk objects.'),
  confirmed: z.boolean().describe('Confirmed by the second read. False: a replica did not answer then.'),
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
