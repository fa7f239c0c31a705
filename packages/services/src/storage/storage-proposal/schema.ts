import { storageDraft } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, observed } from '../../platform/reading/schema.ts'

export const storageProposalRef = z.object({ id: z.uuid().describe('Id of the proposal.') })

export const getStorageProposalInput = storageProposalRef.extend({ fresh: freshFlag })
export type GetStorageProposalInput = z.input<typeof getStorageProposalInput>

export const listStorageProposalsInput = z.object({ cluster: clusterKey })

export const createStorageProposalInput = z.object({
  cluster: clusterKey,
  title: z.string().trim().min(1).max(200).describe('A short description.'),
  draft: storageDraft,
  basedOn: z
    .uuid()
    .optional()
    .describe('A proposal whose secrets are reused where the draft has {"sealed": id}.'),
})
export type CreateStorageProposalInput = z.input<typeof createStorageProposalInput>

export const reviewStorageProposalInput = storageProposalRef.extend({
  outcome: z.enum(['approved', 'rejected']),
  note: z.string().trim().max(2_000).default(''),
})
export type ReviewStorageProposalInput = z.input<typeof reviewStorageProposalInput>

export const engineCheck = z.object({
  nodes: z.array(
    z.object({
      node: z.string(),
      state: z
        .enum(['accepted', 'refused', 'unchecked'])
        .describe('unchecked: ClickHouse is not installed beside the worker, or the node could not be read.'),
      version: z.string().nullable().describe('Of the engine.'),
      code: z.number().int().nullable(),
      message: z.string().nullable().describe('Message of ClickHouse.'),
    }),
  ),
})
export type EngineCheck = z.infer<typeof engineCheck>

const storageProposalSummary = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  title: z.string(),
  disks: z.array(z.string()),
  policies: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.date(),
  engine: z.enum(['waiting', 'accepted', 'refused', 'unchecked']),
  review: z
    .object({
      outcome: z.enum(['approved', 'rejected']),
      note: z.string(),
      by: z.string(),
      at: z.date(),
    })
    .nullable(),
})
export type StorageProposalSummary = z.infer<typeof storageProposalSummary>

export const storageProposalList = z.object({ proposals: z.array(storageProposalSummary) })

const finding = z.object({
  level: z.enum(['error', 'warning']),
  at: z.string().describe('`disk x`, `policy y`, `policy y, volume z`, or empty.'),
  setting: z.string().nullable(),
  text: z.string(),
  hint: z.string(),
})

const nodeState = z
  .enum(['running', 'partly', 'not-yet', 'unknown'])
  .describe('Whether the node runs all of it, by its system tables. unknown: the node could not be read.')

export const storageReload = z.object({
  complete: z.boolean().describe('Every node runs the proposal, as read back.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      state: nodeState,
      message: z.string().nullable().describe('Why the node rejected its configuration.'),
    }),
  ),
})
export type StorageReload = z.infer<typeof storageReload>

export const storageProposalDetail = observed(
  storageProposalSummary.extend({
    coverage,
    draft: storageDraft.describe('Entered secrets are shown as {"sealed": id}.'),
    findings: z
      .array(finding)
      .describe("Result of Frostline's rules against the running configuration of the nodes."),
    engineCheck: engineCheck.nullable().describe('Null until a worker has checked it with ClickHouse.'),
    engineCheckedAt: z.date().nullable(),
    byNode: z.array(
      z.object({
        node: z.string(),
        shard: z.number().int(),
        replica: z.number().int(),
        state: nodeState,
        xml: z.string().describe('The drop-in file of this node. Entered secrets are left empty.'),
        diffs: z
          .array(
            z.object({
              object: z.enum(['disk', 'policy']),
              name: z.string(),
              change: z.enum(['new', 'changed', 'same']),
              lines: z.array(z.object({ sign: z.enum(['+', '-', ' ']), text: z.string() })),
            }),
          )
          .nullable()
          .describe('Compared with the running configuration of the node. Null: the node could not be read.'),
      }),
    ),
  }),
)
export type StorageProposalDetail = z.infer<typeof storageProposalDetail>
