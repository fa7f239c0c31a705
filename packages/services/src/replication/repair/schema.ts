import { replicaRepairKinds } from '@frostline/domain'
import { z } from 'zod'
import { tableName } from '../../placement/table/schema.ts'
import { clusterKey, coverage } from '../../platform/reading/schema.ts'
import { listRunsOfKindInput, runViewOf } from '../../platform/run/run-schema.ts'

const name = z.string().min(1).max(255)

export const repairDraft = z.object({
  ...{ cluster: clusterKey, database: name, table: name },
  kind: z.enum(replicaRepairKinds).describe('SYSTEM SYNC, RESTART, RESTORE or DROP REPLICA.'),
  keeperPath: z.string().min(1).max(1_000).describe('Of the table in the shard, as stored in Keeper.'),
  replicaName: name.describe('As stored in Keeper.'),
  limitSeconds: z.coerce
    .number()
    .int()
    .min(5)
    .max(86_400)
    .default(600)
    .describe('Max time that a sync waits for the queue. The other repairs take seconds.'),
})
export type RepairDraft = z.input<typeof repairDraft>

/** The state of the replicas at one time. Numbers of rows, parts and bytes are decimal strings, as in the ledger. */
export const repairFigures = z.object({
  at: z.iso.datetime(),
  keeper: z
    .object({ total: z.number().int(), active: z.number().int(), inactive: z.array(z.string()) })
    .nullable(),
  missingNodes: z.array(z.string()),
  replicas: z.array(
    z.object({
      node: z.string(),
      replicaName: z.string(),
      rows: z.string(),
      parts: z.string(),
      bytes: z.string(),
      hash: z.string(),
      queued: z.number().int(),
      readOnly: z.string().nullable(),
      waitsFor: z.string().nullable().describe('Why the queue is stuck, as reported by the server.'),
    }),
  ),
})
export type RepairFigures = z.infer<typeof repairFigures>

export const repairPreview = z.object({
  coverage,
  node: z.string().nullable().describe('Node that receives the statement.'),
  statement: z.string(),
  does: z.array(z.string()).describe('What happens, in order.'),
  warnings: z.array(z.string()),
  refusal: z.object({ text: z.string(), hint: z.string() }).nullable().describe('Null: it can be done.'),
  figures: repairFigures,
})
export type RepairPreview = z.infer<typeof repairPreview>

export const listRepairsInput = listRunsOfKindInput.extend({
  database: name.optional(),
  table: name.optional(),
})

const repairSummary = runViewOf('replica-repair').extend({
  ...tableName.shape,
  kind: z.enum(replicaRepairKinds),
  keeperPath: z.string(),
  replicaName: z.string(),
  nodeName: z.string().describe('Node that receives the statement.'),
  limitSeconds: z.number().int(),
  statement: z.string(),
  queryId: z.string().nullable(),
  sentAt: z.date().nullable(),
  before: repairFigures,
  after: repairFigures.nullable(),
  proof: z.string().nullable().describe('Result by the figures afterwards.'),
})
export type RepairSummary = z.infer<typeof repairSummary>

export const repairPage = z.object({
  repairs: z.array(repairSummary),
  next: z.string().nullable(),
})
