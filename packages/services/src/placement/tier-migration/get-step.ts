import { checkPart, contentSums, copyableSql, shownSql } from '@frostline/clickhouse'
import type { PartRead } from '@frostline/db'
import { decodeWitnesses, deepCheckJson, encodeWitnesses } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { observeRunningSteps } from './observe-running-steps.ts'
import type { readStatementView, TierMigrationStepDetail } from './schema.ts'
import { sumReads } from './sum-steps.ts'
import { nothingRead, stepViewColumns, toStepView } from './to-view.ts'

/** One step with every statement that was sent for it and its proof. */
export async function getTierMigrationStep(
  ctx: ServiceContext,
  input: { id: string; ordinal: number },
): Promise<TierMigrationStepDetail> {
  await authorize(ctx, 'viewer')
  const live = await observeRunningSteps(ctx, [input.id])
  const step = await ctx.db.tierMigrationStep.findUnique({
    where: { migrationId_ordinal: { migrationId: input.id, ordinal: input.ordinal } },
    select: {
      ...stepViewColumns,
      before: true,
      after: true,
      mergedFrom: true,
      deepCheck: true,
      migration: { select: { database: true, table: true } },
      reads: { orderBy: [{ readAt: 'asc' }, { part: 'asc' }] },
      moves: { orderBy: { sentAt: 'asc' } },
    },
  })
  if (!step)
    throw new ServiceError('not_found', `Tier migration ${input.id} has no step ${input.ordinal}.`, {
      hint: 'Open the migration to see its steps.',
    })
  const sums = await sumReads(ctx.db, { id: step.id })
  const { before, after, mergedFrom, deepCheck, reads, moves, migration, ...view } = step
  return {
    ...toStepView(
      view,
      live.find(({ id }) => id === view.id),
      sums.get(view.id) ?? nothingRead,
    ),
    mergedFrom: mergedFrom === null ? null : encodeWitnesses(decodeWitnesses(mergedFrom)),
    before: before === null ? null : encodeWitnesses(decodeWitnesses(before)),
    after: after === null ? null : encodeWitnesses(decodeWitnesses(after)),
    deepCheck: deepCheck === null ? null : deepCheckJson.parse(deepCheck),
    readStatements: renderReads({ ...migration, partitionId: view.partitionId }, reads),
    reads: reads.map(({ stepId: _stepId, hash: _hash, ...read }) => read),
    moves: moves.map(({ stepId: _stepId, ...move }) => move),
  }
}

/** Parts that were summed up together bear the id of one query. */
export function renderReads(
  { database, table, partitionId }: { database: string; table: string; partitionId: string },
  reads: readonly Pick<PartRead, 'kind' | 'part' | 'queryId' | 'readAt'>[],
): z.infer<typeof readStatementView>[] {
  const together = new Map<string, { kind: PartRead['kind']; parts: [string, ...string[]]; readAt: Date }>()
  for (const { kind, part, queryId, readAt } of reads) {
    const known = together.get(queryId)
    if (known) known.parts.push(part)
    else together.set(queryId, { kind, parts: [part], readAt })
  }
  return [...together].map(([queryId, { kind, parts, readAt }]) => ({
    ...{ queryId, readAt },
    statement: kind === 'check' ? checkOf(parts[0]) : sumOf(parts),
  }))

  function checkOf(part: string): string {
    const params = { database, table, part }
    return shownSql({ sql: checkPart.render(params), params }, checkPart.settings)
  }

  function sumOf(parts: readonly string[]): string {
    const params = { database, table, partition_id: partitionId, part_names: parts.toSorted() }
    return copyableSql(contentSums.render(params), params)
  }
}
