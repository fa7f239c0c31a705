import type { Transaction } from '@frostline/db'
import type { ServiceContext } from './context.ts'

/**
 * Each in a transaction of its own: one that cannot be judged must not keep the others from their turn.
 * @throws AggregateError once all had theirs, with what went wrong.
 */
export async function takeEach(
  ctx: Pick<ServiceContext, 'db'>,
  ids: readonly { id: string }[],
  take: (tx: Transaction, id: string) => Promise<void>,
  whatFailed: string,
): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of ids) {
    try {
      await ctx.db.$transaction((tx) => take(tx, id))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, whatFailed)
}
