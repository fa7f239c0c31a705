import type { AppRouter } from '@frostline/api'
import type { inferRouterOutputs } from '@trpc/server'

/** What each procedure answers, as pages get it. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
