import type { AppRouter } from '@frostline/api'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

/** What each procedure takes, before it is parsed. */
export type RouterInputs = inferRouterInputs<AppRouter>

/** What each procedure answers, as pages get it. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
