import { decodeWitnesses, deepCheckJson, encodeWitnesses } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { getTierMigration } from './get.ts'
import { renderReads } from './get-step.ts'
import {
  deepReadView,
  readStatementView,
  tierMigrationDetail,
  tierMigrationMoveView,
  tierMigrationStepView,
  witness,
} from './schema.ts'

/** Everything that was done and seen: what an auditor needs to check a migration without the console. */
export const tierMigrationProof = z.object({
  exportedAt: z.date(),
  migration: tierMigrationDetail.omit({ stepList: true, ownPlan: true }),
  steps: z.array(
    tierMigrationStepView.extend({
      before: z.array(witness).nullable(),
      after: z.array(witness).nullable(),
      deepCheck: deepCheckJson.nullable(),
      reads: z.array(deepReadView),
      readStatements: z.array(readStatementView),
      statements: z.array(tierMigrationMoveView),
    }),
  ),
})
export type TierMigrationProof = z.infer<typeof tierMigrationProof>

export async function exportTierMigrationProof(
  ctx: ServiceContext,
  input: { id: string },
): Promise<TierMigrationProof> {
  await authorize(ctx, 'viewer')
  const { stepList, ownPlan: _ownPlan, ...migration } = await getTierMigration(ctx, input)
  const stored = await ctx.db.tierMigrationStep.findMany({
    where: { migrationId: input.id },
    select: {
      ...{ id: true, before: true, after: true, deepCheck: true },
      reads: { orderBy: [{ readAt: 'asc' }, { part: 'asc' }] },
      moves: { orderBy: { sentAt: 'asc' } },
    },
  })
  const at = { database: migration.database, table: migration.table }
  const byId = new Map(stored.map((step) => [step.id, step]))
  return {
    exportedAt: ctx.now(),
    migration,
    steps: stepList.map((step) => {
      const {
        before = null,
        after = null,
        deepCheck = null,
        reads = [],
        moves = [],
      } = byId.get(step.id) ?? {}
      return {
        ...step,
        before: before === null ? null : encodeWitnesses(decodeWitnesses(before)),
        after: after === null ? null : encodeWitnesses(decodeWitnesses(after)),
        deepCheck: deepCheck === null ? null : deepCheckJson.parse(deepCheck),
        readStatements: renderReads({ ...at, partitionId: step.partitionId }, reads),
        reads: reads.map(({ stepId: _stepId, hash: _hash, ...read }) => read),
        statements: moves.map(({ stepId: _stepId, ...move }) => move),
      }
    }),
  }
}
