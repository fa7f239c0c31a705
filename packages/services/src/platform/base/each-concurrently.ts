import type { Transaction } from '@frostline/db'
import type { ServiceContext } from './context.ts'

/** Runs the work for each item, some concurrently. Throws the first error, and starts no more items after it. */
export async function eachConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let failed = false
  const worker = async () => {
    for (const item of left) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

/**
 * Each in a transaction of its own: one that fails must not block the others.
 * @throws AggregateError after all have run, with all errors.
 */
export async function eachInTransaction(
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
