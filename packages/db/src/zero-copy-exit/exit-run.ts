import type { Prisma } from '../generated/client.ts'
import { fencedRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Transaction } from '../transaction.ts'

/** Throws StaleWriterError when it is no longer the current generation. */
export async function recordExit(
  db: Transaction,
  ref: RunRef,
  change: Pick<
    Prisma.ZeroCopyExitUpdateManyMutationInput,
    'stage' | 'origins' | 'before' | 'migrations' | 'switches' | 'after' | 'proof'
  >,
): Promise<void> {
  const { count } = await db.zeroCopyExit.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}
