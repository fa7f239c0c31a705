import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '@frostline/db'

/** What the database threw during a library call: the library replaces such errors with its own messages. */
const asked = new AsyncLocalStorage<{ thrown?: unknown }>()

/** The database as the library gets it: errors are kept for throwDatabaseFaults. */
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

/** @throws the database's error, where the library throws or returns a failure because of it. */
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
