import type { AppRouter } from '@frostline/api'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

/** The input of each procedure, before it is parsed. */
export type RouterInputs = inferRouterInputs<AppRouter>

/** The output of each procedure, as pages get it. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
