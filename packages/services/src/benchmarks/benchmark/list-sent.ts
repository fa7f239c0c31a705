import type { BenchmarkStep, ScratchTable, Transaction } from '@frostline/db'
import { z } from 'zod'
import type { SentStatementView } from './schema.ts'

/**
 * What a run has sent, in order: for each step its preparation and its own statement, as sent last, then the drops of
 * its tables.
 */
export async function listSent(
  tx: Transaction,
  benchmarkId: string,
  steps: readonly BenchmarkStep[],
): Promise<SentStatementView[]> {
  const scratch = await tx.scratchTable.findMany({ where: { benchmarkId }, orderBy: { createdAt: 'asc' } })
  const sent = [...steps.flatMap(ofStep), ...scratch.flatMap(ofDrop)]
  return sent.toSorted((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}

const preparation = z.array(
  z.object({ statement: z.string(), queryId: z.string().nullable(), sentAt: z.coerce.date() }),
)

function ofStep({ preparation: before, statement, queryId, sentAt }: BenchmarkStep): SentStatementView[] {
  return [
    ...preparation.parse(before),
    ...(statement === null || sentAt === null ? [] : [{ statement, queryId, sentAt }]),
  ]
}

function ofDrop({ dropStatement, dropQueryId, dropSentAt }: ScratchTable): SentStatementView[] {
  return dropStatement === null || dropSentAt === null
    ? []
    : [{ statement: dropStatement, queryId: dropQueryId, sentAt: dropSentAt }]
}
