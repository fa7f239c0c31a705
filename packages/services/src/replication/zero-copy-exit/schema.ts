import { exitStages, tierMigrationLimits } from '@frostline/domain'
import { z } from 'zod'
import { tableName } from '../../placement/table/schema.ts'
import {
  planCheckView,
  tierMigrationPreview,
  tierMigrationStatus,
} from '../../placement/tier-migration/schema.ts'
import { flagInput } from '../../platform/base/flag-input.ts'
import { clusterKey } from '../../platform/reading/schema.ts'
import { listRunsInput, runSummary } from '../../platform/run/run-schema.ts'

const name = z.string().min(1).max(255)

export const exitRequest = z.object({
  ...{ cluster: clusterKey, database: name, table: name },
  hotVolume: name.describe('Of local disks: all shared parts go there while the setting is on.'),
  targetVolume: name
    .nullable()
    .default(null)
    .describe('Where they go when the setting is off. Null: they stay on the hot volume.'),
  deepCheck: flagInput
    .default(false)
    .describe('Its tier migrations read every byte before and after a move.'),
  limits: tierMigrationLimits.default({}).describe('Of its tier migrations.'),
})
export type ExitRequest = z.input<typeof exitRequest>

const stage = z.enum(exitStages)
const statement = z.object({ node: z.string(), sql: z.string() })

export const exitContents = z.array(
  z.object({
    ...{ node: z.string(), shard: z.number().int(), partitionId: z.string() },
    ...{ rows: z.string(), parts: z.string(), bytes: z.string(), hash: z.string() },
    lastBlock: z.string().describe('The highest block number of its parts.'),
    oldRows: z.string().optional().describe('In parts up to the last block of the beginning.'),
    mixedRows: z.string().optional().describe('In parts that were merged across it.'),
  }),
)

const replicaRoom = z.object({
  node: z.string(),
  neededBytes: z.bigint(),
  freeBytes: z.bigint().nullable(),
})

export const exitPreview = z.object({
  observedAt: z.date(),
  accepted: z.boolean(),
  checks: z.array(planCheckView),
  volumes: z
    .array(z.object({ name: z.string(), local: z.boolean() }))
    .describe('That all replicas have, in the order of the policy.'),
  partitions: z.number().int().describe('With shared parts.'),
  rooms: z.array(replicaRoom).describe('What the hot volume of each replica needs, and has free.'),
  moves: tierMigrationPreview
    .nullable()
    .describe('Of the first stage. Null: no part has to be moved, or it cannot be planned.'),
  lastMoves: tierMigrationPreview
    .nullable()
    .describe('Of the last stage, assuming that the first is done. Null: parts stay.'),
  switches: z.array(statement),
  storedBytes: z.bigint().describe('In the bucket now, each object once.'),
  storedAfterBytes: z.bigint().describe('In the bucket at the end, if nothing else changes.'),
  uploadBytes: z.bigint().describe('Of the last stage: each replica sends its own copy.'),
  seconds: z
    .object({ toHot: z.number(), toTarget: z.number() })
    .nullable()
    .describe(
      'At the given bandwidth, with one free replica per shard at any time. Null: no bandwidth given.',
    ),
})
export type ExitPreview = z.infer<typeof exitPreview>

export const listExitsInput = listRunsInput.extend({ database: name.optional(), table: name.optional() })

export const exitMigrations = z.array(z.object({ id: z.string(), stage, start: z.number().int() }))
export const exitSwitches = z.array(
  z.object({
    node: z.string(),
    on: z.boolean(),
    sql: z.string(),
    queryId: z.string(),
    sentAt: z.iso.datetime(),
    seenAt: z.iso.datetime().nullable().describe('When the node was seen to have it.'),
  }),
)
export const exitTableUuids = z.record(z.string(), z.string())
export const exitOrigins = z.record(z.string(), z.string())

const exitSummary = runSummary.extend({
  ...tableName.shape,
  status: tierMigrationStatus,
  stage,
  goesBack: z.boolean(),
  hotVolume: z.string(),
  targetVolume: z.string().nullable(),
  partitions: z.number().int().describe('That shared objects when it was planned, or since.'),
  startedBy: z.string().nullable(),
  pausedBy: z.string().nullable(),
  proof: z.string().nullable(),
})
export type ExitSummary = z.infer<typeof exitSummary>

export const exitDetail = exitSummary.extend({
  ...{ deepCheck: z.boolean(), limits: tierMigrationLimits, checks: z.array(planCheckView) },
  needsOther: z.boolean().describe('Its cluster requires a second person, and the caller planned it.'),
  standing: z.string().describe('State of the table, and possible next actions.'),
  mayGoBack: z.boolean(),
  migrations: z.array(
    z.object({
      ...{ id: z.string(), stage, status: tierMigrationStatus },
      ...{ totalBytes: z.bigint(), movedBytes: z.bigint(), error: z.string().nullable() },
      replicas: z.array(
        z.object({
          ...{ node: z.string(), steps: z.number().int(), completed: z.number().int() },
          ...{ totalBytes: z.bigint(), movedBytes: z.bigint() },
        }),
      ),
    }),
  ),
  switches: exitSwitches,
  before: exitContents,
  after: exitContents.nullable(),
})
export type ExitDetail = z.infer<typeof exitDetail>

export const exitPage = z.object({ exits: z.array(exitSummary), next: z.string().nullable() })
