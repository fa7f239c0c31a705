import {
  approvalRuleLimits,
  hasRunSize,
  namePatternText,
  runKindSchema,
  timeWindowInput,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'

const wholeBytes = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'Enter a whole number of bytes, larger than 0.')
  .describe('Bytes, as a decimal number.')

const fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  enabled: flagInput.default(true),
  kinds: z
    .array(runKindSchema)
    .max(runKindSchema.options.length)
    .default([])
    .refine((kinds) => new Set(kinds).size === kinds.length, 'The same kind is listed twice.')
    .describe('Kinds of runs. None: all.'),
  cluster: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('Id or slug. Null: all clusters, also later ones.'),
  database: namePatternText.default('*'),
  table: namePatternText.default('*'),
  minBytes: wholeBytes
    .nullable()
    .default(null)
    .describe(
      'Only runs of at least so many bytes. A size that is not known counts as large. Null: any size.',
    ),
  hours: timeWindowInput
    .nullable()
    .default(null)
    .describe('The rule applies only outside of these hours. Null: at any time.'),
  approvals: z.coerce
    .number()
    .int()
    .min(approvalRuleLimits.approvals.min)
    .max(approvalRuleLimits.approvals.max)
    .default(1)
    .describe('How many people must approve.'),
  teamId: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe('Whose members may approve. Null: everybody with the role that the run needs.'),
})

const refuseUnsized = ({ value, issues }: z.core.ParsePayload<z.output<typeof fields>>) => {
  if (value.minBytes !== null && value.kinds.length > 0 && !value.kinds.some(hasRunSize))
    issues.push({
      ...{ code: 'custom', path: ['minBytes'], input: value },
      message: 'None of these kinds has a size. Leave the size out, or choose other kinds.',
    })
}

export const approvalRuleInput = fields.check(refuseUnsized)
export const approvalRuleRef = z.object({ id: z.string().max(200) })
export const updateApprovalRuleInput = fields.extend(approvalRuleRef.shape).check(refuseUnsized)

export const approvalRuleView = z.object({
  ...fields.shape,
  id: z.string(),
  enabled: z.boolean(),
  kinds: z.array(runKindSchema),
  database: z.string(),
  table: z.string(),
  cluster: z.string().nullable().describe('Slug.'),
  clusterName: z.string().nullable(),
  minBytes: z.bigint().nullable(),
  hours: z.object(timeWindowInput.shape).nullable(),
  approvals: z.number(),
  teamId: z.string().nullable(),
  teamName: z.string().nullable(),
  holding: z.number().describe('Runs that wait for it now.'),
  updatedAt: z.date(),
  updatedBy: z.string(),
})
export type ApprovalRuleView = z.infer<typeof approvalRuleView>

export const holdingRule = z.object({
  name: z.string(),
  approvals: z.number(),
  missing: z.number().describe('How many more people must approve.'),
  team: z.string().nullable().describe('Whose members may approve. Null: everybody with the role.'),
  until: z.date().nullable().describe('When the rule ceases to apply. Null: it does not.'),
})
export type HoldingRule = z.infer<typeof holdingRule>

export const approvalPreviewInput = z.object({
  cluster: z.string().min(1).max(200).describe('Id or slug.'),
  kind: runKindSchema,
  database: z.string().max(200).optional().describe('Left out with the table: a run of the whole cluster.'),
  table: z.string().max(200).optional(),
  bytes: z
    .string()
    .regex(/^\d{1,20}$/, 'Enter a whole number of bytes.')
    .optional()
    .describe('What the run would read, move or delete. Left out: not known, which counts as large.'),
})
export const approvalPreview = z.object({
  rules: z.array(holdingRule).describe('Rules that would hold it now. None: it begins without an approval.'),
})

export const runApprovalRef = z.object({
  id: z.uuid().describe('Id of a run, or of a plan.'),
})

export const runApprovalView = z.object({
  id: z.string(),
  kind: runKindSchema,
  state: z
    .enum(['free', 'planned', 'waiting', 'approved', 'begun'])
    .describe(
      '`free`: no rule applies. `planned`: it will wait once it is started. `begun`: it has begun or ended.',
    ),
  bytes: z.bigint().nullable().describe('Its size as it was planned. Null: not known, or its kind has none.'),
  rules: z.array(holdingRule),
  approvals: z.array(z.object({ by: z.string(), note: z.string(), at: z.date(), counts: z.boolean() })),
  mayApprove: z.boolean().describe('Whether you may approve it.'),
  whyNot: z.string().nullable().describe('Why you may not, as a sentence.'),
})
export type RunApprovalView = z.infer<typeof runApprovalView>

export const approveRunInput = runApprovalRef.extend({
  bytes: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable()
    .describe('The size that you have seen. Refused where it is another one now.'),
  note: z.string().trim().max(1000).default(''),
})

export const waitingApprovals = z.array(
  z.object({
    id: z.string(),
    kind: runKindSchema,
    clusterSlug: z.string(),
    clusterName: z.string(),
    name: z.string().describe('What it works on, such as its table.'),
    objectType: z.string(),
    objectId: z.string(),
    bytes: z
      .bigint()
      .nullable()
      .describe('Its size as it was planned. Null: not known, or its kind has none.'),
    requestedBy: z.string(),
    createdAt: z.date(),
    missing: z.number().describe('How many more people must approve.'),
    rules: z.array(z.string()).describe('Names of the rules that it waits for.'),
    mayApprove: z.boolean().describe('Whether you may approve it.'),
    whyNot: z.string().nullable().describe('Why you may not, as a sentence.'),
  }),
)
