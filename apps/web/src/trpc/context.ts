'use client'
import type { AppRouter } from '@frostline/api'
import { createTRPCContext } from '@trpc/tanstack-react-query'

/** `useTRPC()` gives `trpc.clusters.list.queryOptions(...)` for useQuery, and so on. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()
