import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@frostline/db'

/** What the database threw while the library was asked: the library answers each such fault with words of its own. */
const asked = new AsyncLocalStorage<{ thrown?: unknown }>()

/** The database as the library gets it: what it throws is kept for throwDatabaseFaults. */
export const keepDatabaseFaults = (db: Database) =>
  db.$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        try {
          return await query(args)
        } catch (error) {
          const asking = asked.getStore()
          if (asking) asking.thrown ??= error
          throw error
        }
      },
    },
  })

/** @throws what the database threw, where the library throws, or answers with a failure, for it. */
export async function throwDatabaseFaults<Answer>(
  ask: () => Promise<Answer>,
  hasFailed: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const asking: { thrown?: unknown } = {}
  const answer = await asked.run(asking, ask).catch((error: unknown) => {
    throw asking.thrown ?? error
  })
  if (asking.thrown !== undefined && hasFailed(answer)) throw asking.thrown
  return answer
}
