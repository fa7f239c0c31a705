import { z } from 'zod'
import { mergeView } from '../../platform/reading/merge-view.ts'
import { finishedMoveView, runningMoveView } from '../../platform/reading/move-views.ts'
import { coverage, observed } from '../../platform/reading/schema.ts'
import { tierMigrationSummary } from '../tier-migration/schema.ts'
import { tableRef } from './schema.ts'

export const getTableActivityInput = tableRef.extend({
  hours: z.number().int().min(1).max(720).default(24).describe('Start of the listed moves.'),
  limit: z.number().int().min(1).max(1_000).default(100).describe('Of recent moves.'),
})
export type GetTableActivityInput = z.input<typeof getTableActivityInput>

const mutationView = z.object({
  node: z.string(),
  mutationId: z.string(),
  command: z.string(),
  createdAt: z.date(),
  partsToDo: z.bigint(),
  failedPart: z.string().nullable(),
  failedAt: z.date().nullable(),
  failure: z.string().nullable(),
})

export const tableActivity = observed(
  z.object({
    coverage,
    merges: z.array(mergeView).describe('Running merges, and mutations of single parts.'),
    mutations: z.array(mutationView).describe('Unfinished ones.'),
    runningMoves: z.array(runningMoveView),
    recentMoves: z.array(finishedMoveView).describe('Newest first.'),
    nodesWithoutMoveLog: z
      .array(z.string())
      .describe('Nodes without part_log. Their recent moves are unknown.'),
    tierMigrations: z.array(tierMigrationSummary).describe('The last 20 of this table, newest first.'),
  }),
)
export type TableActivity = z.infer<typeof tableActivity>
