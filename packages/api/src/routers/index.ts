import { router } from '../trpc.ts'
import { auditRouter } from './audit.ts'
import { clustersRouter } from './clusters.ts'
import { eventsRouter } from './events.ts'
import { sessionRouter } from './session.ts'
import { tierMigrationsRouter } from './tier-migrations.ts'
import { tokensRouter } from './tokens.ts'
import { usersRouter } from './users.ts'

/** Everything the console and the REST door can ask for. A new router is one line here. */
export const appRouter = router({
  audit: auditRouter,
  clusters: clustersRouter,
  events: eventsRouter,
  session: sessionRouter,
  tierMigrations: tierMigrationsRouter,
  tokens: tokensRouter,
  users: usersRouter,
})
export type AppRouter = typeof appRouter
