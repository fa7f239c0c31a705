'use client'
import type { AppRouter } from '@frostline/api'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createTRPCClient,
  type HTTPBatchLinkOptions,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
} from '@trpc/client'
import { type ReactNode, useState } from 'react'
import superjson from 'superjson'
import { authClient } from '../auth/client.ts'
import { answerAge } from './answer-age.ts'
import { TRPCProvider } from './context.ts'
import { LiveChangesProvider } from './live-changes.tsx'
import { createQueryClient } from './query-client.ts'

const url = '/api/trpc'

/** Questions with all columns of a table, or a thousand keys, in them: no address is that long. */
const asksMuch = new Set([
  'cacheWarmups.preview',
  'cacheWarmups.previewSql',
  'dataGenerations.preview',
  'dataGenerations.previewSql',
  'loads.inspect',
  'loads.manifest',
  'loads.mapping',
  'loads.preview',
  'loads.previewTable',
  'tierMigrations.previewSql',
])

/** @param fetch Default: that of the browser. */
export function createApiClient(
  fetch?: HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>['fetch'],
) {
  const batch = {
    url,
    transformer: superjson,
    headers: () => answerAge.headers(),
    ...(fetch ? { fetch } : {}),
  }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url, transformer: superjson }),
        false: splitLink({
          condition: (operation) => asksMuch.has(operation.path),
          true: httpBatchLink({ ...batch, methodOverride: 'POST' }),
          // Longer addresses than this are refused by common proxies.
          false: httpBatchLink({ ...batch, maxURLLength: 2_000 }),
        }),
      }),
    ],
  })
}

let browserQueryClient: QueryClient | undefined

/** One for the life of the tab; on the server one for each render, so that people never share data. */
function obtainQueryClient(): QueryClient {
  const create = () =>
    createQueryClient(() => {
      // Reads the session again; the shell leaves for the sign-in page when it is gone.
      authClient.$store.notify('$sessionSignal')
    })
  if (typeof window === 'undefined') return create()
  browserQueryClient ??= create()
  return browserQueryClient
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const queryClient = obtainQueryClient()
  const [client] = useState(() => createApiClient())
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        <LiveChangesProvider>{children}</LiveChangesProvider>
      </TRPCProvider>
    </QueryClientProvider>
  )
}
