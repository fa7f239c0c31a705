import { maxWaitHours, minWaitHours, orphanKinds, removalChoice, usualWaitHours } from '@frostline/domain'
import { z } from 'zod'
import { listRunsInput, runRef, runViewOf } from '../../platform/run/run-schema.ts'

const ways = ['tag', 'copy'] as const
const stages = ['quarantining', 'deleting', 'restoring'] as const
const orphanStates = [
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
  auditId: z.uuid().describe('ID of a finished audit that reports orphans.'),
  choice: removalChoice,
})

const chosenSum = z.object({
  kind: z.enum(orphanKinds),
  reason: z.string().nullable().describe('Why they are skipped. Null: they are removed.'),
  objects: z.bigint(),
  bytes: z.bigint(),
})

export const removalPreview = z.object({
  bucket: z.string(),
  prefixes: z.array(z.string()),
  sums: z.array(chosenSum),
  objects: z.bigint().describe('To be removed, including uploads.'),
  bytes: z.bigint().describe('Of objects. The size of uploads is unknown.'),
  replicas: z.number().int().describe('Read before each deletion.'),
  obstacles: z.array(z.string()).describe('If not empty, no removal can be started.'),
  warnings: z.array(z.string()),
  noTags: z.string().nullable().describe('Why the store cannot tag objects. Null: it can.'),
})
export type RemovalPreview = z.infer<typeof removalPreview>

export const startRemovalInput = removalPreviewInput.extend({
  way: z
    .enum(ways)
    .describe('tag: objects stay in place and get a tag. copy: objects are moved below a prefix.'),
  waitHours: z
    .number()
    .int()
    .min(minWaitHours)
    .max(maxWaitHours)
    .nullable()
    .default(usualWaitHours)
    .describe(
      'Time in quarantine until deletion without approval. Null: always needs the approval of another person.',
    ),
  expectedObjects: z
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe('As shown by the preview. Others are not removed.'),
  expectedBytes: z.string().regex(/^\d{1,19}$/),
  attested: z
    .literal(true)
    .describe(
      'Confirms that all replicas that use the bucket are registered here, and that no other program stores files in it.',
    ),
})
export type StartRemovalInput = z.input<typeof startRemovalInput>

/** What the page has shown, so that nobody decides on something else. */
export const removalDecision = runRef.extend({
  expectedObjects: z
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .describe('Number in quarantine, including uploads, as shown on the page.'),
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

const removalSummary = runViewOf('orphan-removal').extend({
  auditId: z.string().nullable().describe('Null: the audit was deleted.'),
  sourceName: z.string(),
  bucket: z.string(),
  choice: removalChoice,
  way: z.enum(ways),
  quarantinePrefix: z.string().describe('Prefix of the copies. For tags, the value of the tag.'),
  stage: z.enum(stages),
  approvedBy: z.string().nullable(),
  approvedAt: z.date().nullable(),
  quarantinedAt: z.date().nullable(),
  waitHours: z.number().int().nullable(),
  deleteAt: z
    .date()
    .nullable()
    .describe('When deletion starts automatically. Null: another person must approve it.'),
  sums: z.array(removalSum),
})
export type RemovalSummary = z.infer<typeof removalSummary>
export const removalPage = z.object({ removals: z.array(removalSummary), next: z.string().nullable() })

export const removalDetail = removalSummary.extend({
  reasons: z
    .array(z.object({ reason: z.string(), objects: z.bigint(), bytes: z.bigint() }))
    .describe('Why objects were not removed, the most frequent first.'),
  mayApprove: z.boolean().describe('Whether the caller is an admin and another person.'),
})
export type RemovalDetail = z.infer<typeof removalDetail>

export const listRemovalObjectsInput = runRef.extend({
  state: z.enum(orphanStates).optional(),
  kind: z.enum(orphanKinds).optional(),
  search: z.string().max(1_024).default('').describe('Part of a key.'),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 1)
    .default(0)
    .describe('ID of the last row of the previous page.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

const removalObject = z.object({
  id: z.number().int(),
  kind: z.enum(orphanKinds),
  key: z.string(),
  uploadId: z.string(),
  sizeBytes: z.bigint(),
  modifiedAt: z.date().describe('As found by the audit.'),
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
