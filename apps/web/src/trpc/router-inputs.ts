import type { AppRouter } from '@frostline/api'
import type { inferRouterInputs } from '@trpc/server'

/** What each procedure takes. */
export type RouterInputs = inferRouterInputs<AppRouter>
