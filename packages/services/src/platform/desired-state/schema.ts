import { stateActions, stateKindNames } from '@frostline/domain'
import { z } from 'zod'
import { acceptedLosses } from '../../placement/ttl/schema.ts'
import { listRunsInput, runViewOf } from '../run/run-schema.ts'

export const statePlanInput = z.object({
  document: z
    .record(z.string().max(100), z.unknown())
    .describe('The file as JSON. GET /api/v1/state/schema.json has its JSON Schema.'),
  secrets: z
    .record(z.string().max(1_000), z.string().max(4_000))
    .default({})
    .describe('Values of secrets by their reference in the file, such as env:NAME. Sealed, and never shown.'),
})
export type StatePlanInput = z.input<typeof statePlanInput>

export const applyStateInput = statePlanInput.extend({
  commit: z
    .string()
    .regex(/^[0-9A-Za-z._-]{1,64}$/)
    .optional()
    .describe('Of the file, as shown on pages.'),
  fingerprint: z
    .string()
    .max(64)
    .optional()
    .describe('Of the plan that was reviewed. Rejected if the plan is another one now.'),
  accepts: z
    .record(z.string().max(1_000), acceptedLosses)
    .default({})
    .describe(
      '`accept` of the changes of the reviewed plan, by address. A change that deletes more is not made.',
    ),
})
export type ApplyStateInput = z.input<typeof applyStateInput>

const stateField = z.object({
  path: z.string().describe('Empty: the whole object.'),
  before: z.string().nullable().describe('As JSON. Null: it is not there.'),
  after: z.string().nullable(),
})
const changeView = z.object({
  address: z.string().describe('Its place in the file, such as clusters.prod.pipelines.clicks.'),
  kind: z.enum(stateKindNames),
  cluster: z.string().nullable().describe('Slug. Null: of the whole console.'),
  title: z.string(),
  action: z.enum(stateActions),
  fields: z.array(stateField),
  newSecret: z.boolean().describe('Its secrets are stored anew.'),
  secretRefs: z.array(z.string()).describe('References of its secrets, such as env:NAME.'),
  loss: z.string().nullable().describe('What is lost with the change. Null: nothing.'),
  blocked: z.string().nullable().describe('Why it cannot be applied. Null: it can.'),
})
export type StateChangeView = z.infer<typeof changeView>

export const statePlanView = z.object({
  file: z.string(),
  observedAt: z.date(),
  fingerprint: z.string(),
  changes: z.array(
    changeView.extend({
      notes: z.array(z.string()).describe('Of the dry run of its page.'),
      accept: acceptedLosses
        .nullable()
        .describe('Rows and values that it deletes. An apply has to accept them. Null: none.'),
    }),
  ),
  unchanged: z.number().int().describe('Objects that are as the file says.'),
  newlyManaged: z
    .array(z.string())
    .describe('Of these, addresses of those that no apply of the file has managed yet.'),
  released: z
    .array(z.string())
    .describe('Addresses that the file managed and no longer has. They are left as they are.'),
  missingSecrets: z
    .array(z.string())
    .describe('References whose value an apply needs and that were not given.'),
  skipped: z.array(z.string()).describe('What the file has and the plan leaves out, and why.'),
  needsApproval: z.boolean().describe('A second person has to approve the change set in the console.'),
})
export type StatePlanView = z.infer<typeof statePlanView>

export const stateApplied = z.object({
  id: z.string().nullable().describe('Of the change set. Null: nothing had to change.'),
  changes: z.number().int(),
  needsApproval: z.boolean(),
})
export type StateApplied = z.infer<typeof stateApplied>

export const stateExport = z.object({
  yaml: z.string(),
  document: z.record(z.string(), z.unknown()),
  objects: z.number().int(),
  leftOut: z.array(z.string()).describe('What could not be read, in sentences.'),
})

export const listChangeSetsInput = listRunsInput
const changeSetSummary = runViewOf('change-set').extend({
  file: z.string(),
  commit: z.string().nullable(),
  needsApproval: z.boolean(),
  approvedBy: z.string().nullable(),
  steps: z.object({ planned: z.number(), done: z.number(), unchanged: z.number(), failed: z.number() }),
})
export type ChangeSetSummary = z.infer<typeof changeSetSummary>
export const changeSetPage = z.object({ changeSets: z.array(changeSetSummary), next: z.string().nullable() })

export const changeSetDetail = changeSetSummary.extend({
  mayApprove: z.boolean(),
  changes: z.array(
    changeView.omit({ blocked: true }).extend({
      ordinal: z.number().int(),
      state: z.enum(['planned', 'done', 'unchanged', 'failed']),
      error: z.string().nullable(),
      proposalId: z
        .string()
        .nullable()
        .describe('Storage proposal whose rollout makes the change. Null: none, or not yet.'),
      changedAt: z.date().nullable(),
    }),
  ),
})
export type ChangeSetDetail = z.infer<typeof changeSetDetail>

export const managedList = z.object({
  objects: z.array(
    z.object({
      address: z.string(),
      kind: z.enum(stateKindNames),
      cluster: z.string().nullable().describe('Slug. Null: of the whole console.'),
      name: z.string().describe('Empty: the only one of its kind.'),
      title: z.string(),
      file: z.string(),
      commit: z.string().nullable(),
      managedBy: z.string(),
      managedAt: z.date(),
    }),
  ),
})
export type ManagedList = z.infer<typeof managedList>

export const takeOverInput = z.object({ address: z.string().min(1).max(1_000) })
