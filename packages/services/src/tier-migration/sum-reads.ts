import type { Prisma, Transaction } from '@frostline/db'
import { nothingRead, type ReadSums } from './to-view.ts'

const sumNames = { sum_before: 'sumBefore', check: 'check', sum_after: 'sumAfter' } as const

/** What the deep checks of some steps have read, by step. */
export async function sumReads(
  db: Transaction,
  step: Prisma.TierMigrationStepWhereInput,
): Promise<Map<string, ReadSums>> {
  const rows = await db.tierMigrationRead.groupBy({
    by: ['stepId', 'kind'],
    where: { step },
    _sum: { bytes: true },
  })
  const sums = new Map<string, ReadSums>()
  for (const { stepId, kind, _sum } of rows)
    sums.set(stepId, { ...(sums.get(stepId) ?? nothingRead), [sumNames[kind]]: _sum.bytes ?? 0n })
  return sums
}
