import type { AppRouter } from '@frostline/api'
import type { inferRouterInputs } from '@trpc/server'

/** The input of each procedure. */
export type RouterInputs = inferRouterInputs<AppRouter>
