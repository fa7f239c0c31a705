import { leastWaitHours, mostWaitHours, orphanKinds, removalChoice, usualWaitHours } from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, runSummary } from '../base/run-schema.ts'

const ways = ['tag', 'copy'] as const
const stages = ['quarantining', 'deleting', 'restoring'] as const
export const removalStatuses = [
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'waiting',
  'completed',
  'failed',
  'cancelled',
] as const
export const orphanStates = [
  'found',
  'quarantining',
  'quarantined',
  'deleting',
  'restoring',
  'deleted',
  'restored',
  'kept',
  'gone',
] as const

export const removalPreviewInput = z.object({
  auditId: z.uuid().describe('Id of an audit that has ended and concluded.'),
  choice: removalChoice,
})

const chosenSum = z.object({
  kind: z.enum(orphanKinds),
  reason: z.string().nullable().describe('Why they are left alone. Null: they are taken.'),
  objects: z.bigint(),
  bytes: z.bigint(),
})

export const removalPreview = z.object({
  bucket: z.string(),
  prefixes: z.array(z.string()),
  sums: z.array(chosenSum),
  objects: z.bigint().describe('Taken, uploads among them.'),
  bytes: z.bigint().describe('Of objects. Nobody tells the size of an upload.'),
  replicas: z.number().int().describe('Asked before each deletion.'),
  obstacles: z.array(z.string()).describe('While there is one, no removal can be started.'),
  warnings: z.array(z.string()),
  noTags: z.string().nullable().describe('Why the store cannot mark objects by a tag. Null: it can.'),
})
export type RemovalPreview = z.infer<typeof removalPreview>

export const startRemovalInput = removalPreviewInput.extend({
  way: z.enum(ways).describe('tag: objects stay and bear a tag. copy: they are moved below a prefix.'),
  waitHours: z
    .number()
    .int()
    .min(leastWaitHours)
    .max(mostWaitHours)
    .nullable()
    .default(usualWaitHours)
    .describe(
      'After so long in quarantine they are deleted without a second person. Null: never without one.',
    ),
  expectedObjects: z
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('As the preview has told. Others are not taken.'),
  expectedBytes: z.string().regex(/^\d{1,19}$/),
  attested: z
    .literal(true)
    .describe(
      'All replicas that use the bucket are known here, and nothing else keeps files in it by metadata of its own.',
    ),
})
export type StartRemovalInput = z.input<typeof startRemovalInput>

export const removalRef = z.object({ id: z.uuid().describe('Id of the removal.') })

/** What the page has told of, so that nobody decides on something else. */
export const removalDecision = removalRef.extend({
  expectedObjects: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe('That are in quarantine, and uploads, as the page has told.'),
})

export const listRemovalsInput = listRunsInput.extend({
  auditId: z.uuid().optional().describe('Only those of an audit.'),
})

const removalSum = z.object({
  kind: z.enum(orphanKinds),
  state: z.enum(orphanStates),
  objects: z.bigint(),
  bytes: z.bigint(),
})

export const removalSummary = runSummary.extend({
  auditId: z.string().nullable().describe('Null: the audit was forgotten.'),
  sourceName: z.string(),
  bucket: z.string(),
  choice: removalChoice,
  way: z.enum(ways),
  quarantinePrefix: z.string().describe('Below which copies lie. Of a tag, its value.'),
  status: z.enum(removalStatuses),
  stage: z.enum(stages),
  approvedBy: z.string().nullable(),
  approvedAt: z.date().nullable(),
  pausedBy: z.string().nullable(),
  quarantinedAt: z.date().nullable(),
  waitHours: z.number().int().nullable(),
  deleteAt: z
    .date()
    .nullable()
    .describe('Deletion begins then by itself. Null: a second person has to approve it.'),
  sums: z.array(removalSum),
})
export type RemovalSummary = z.infer<typeof removalSummary>
export const removalPage = z.object({ removals: z.array(removalSummary), next: z.string().nullable() })

export const removalDetail = removalSummary.extend({
  reasons: z
    .array(z.object({ reason: z.string(), objects: z.bigint(), bytes: z.bigint() }))
    .describe('Why objects were not removed, the most frequent first.'),
  mayApprove: z.boolean().describe('Whether whoever asks is a second person, and an admin.'),
})
export type RemovalDetail = z.infer<typeof removalDetail>

export const listRemovalObjectsInput = removalRef.extend({
  state: z.enum(orphanStates).optional(),
  kind: z.enum(orphanKinds).optional(),
  search: z.string().max(1_024).default('').describe('Part of a key.'),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 1)
    .default(0)
    .describe('Id of the last row of the page before.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

const removalObject = z.object({
  id: z.number().int(),
  kind: z.enum(orphanKinds),
  key: z.string(),
  uploadId: z.string(),
  sizeBytes: z.bigint(),
  modifiedAt: z.date().describe('As the audit saw it.'),
  etag: z.string(),
  state: z.enum(orphanStates),
  reason: z.string().nullable(),
  changedAt: z.date().nullable(),
})
export type RemovalObjectView = z.infer<typeof removalObject>
export const removalObjectPage = z.object({
  total: z.number().int(),
  objects: z.array(removalObject),
  next: z.number().int().nullable(),
})
