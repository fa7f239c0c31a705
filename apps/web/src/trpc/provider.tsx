'use client'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { sessionQuery } from '../auth/session.ts'
import { TRPCProvider } from './context.ts'
import { createApiClient } from './create-api-client.ts'
import { createQueryClient } from './query-client.ts'
import { requestGate } from './request-gate.ts'

let browserQueryClient: QueryClient | undefined

/** One for the life of the tab; on the server one per render, so that users never share data. */
function obtainQueryClient(): QueryClient {
  const create = () => {
    const client: QueryClient = createQueryClient(() => {
      // Reloads the session; without one the shell goes to the sign-in page.
      void client.invalidateQueries(sessionQuery)
    })
    return client
  }
  if (typeof window === 'undefined') return create()
  browserQueryClient ??= create()
  return browserQueryClient
}

export function ApiProvider({ children }: { children: ReactNode }) {
  const queryClient = obtainQueryClient()
  const [client] = useState(() => createApiClient(requestGate.fetch))
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
