import { type AppRouter, appRouter } from '@frostline/api'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { type SignedInPerson, sessionQuery } from '../auth/session.ts'
import { HtmlFacts } from '../features/shell/components/html-facts.tsx'
import { documentAddressHeader } from '../navigation/document-address.ts'
import { createApiContext } from './api-context.ts'
import { listFirstReads } from './first-reads.ts'
import { obtainWebServer } from './web-server.ts'

/** The HTML waits for this. A later answer is shared with the browser, which asks the same. */
const PATIENCE_MS = 300

/**
 * Reads on the server what a page shows first, so that its HTML has the numbers. What takes longer, or fails, is left to the
 * browser. It is in the layout, which is rendered once per document: whoever goes from page to page waits for nothing here.
 */
export async function FirstData({ children }: { children: ReactNode }) {
  // Not for what is prepared in advance.
  await connection()
  const madeAt = new Date()
  const queryClient = await readFirstData(await headers(), madeAt).catch(() => null)
  const person = queryClient?.getQueryData<SignedInPerson>(sessionQuery.queryKey)
  return (
    <HtmlFacts madeAt={madeAt} person={person}>
      {/* Without data the page says what is wrong, when the browser asks. */}
      {queryClient ? (
        <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>
      ) : (
        children
      )}
    </HtmlFacts>
  )
}

async function readFirstData(given: Headers, madeAt: Date): Promise<QueryClient | null> {
  const endsAt = performance.now() + PATIENCE_MS
  const address = given.get(documentAddressHeader)
  if (address === null) return null
  const server = await obtainWebServer()
  const request = new Request(server.env.publicUrl, { headers: new Headers(given) })
  const context = createApiContext(server, request, 'trpc')
  const caller = await context.identify()
  if (!caller?.person) return null
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { name, email } = caller.person
  // As if the browser had asked now: an answer from before this request is not one of a page that was just opened.
  const ctx = { ...context, services: { ...context.services, askedSinceMs: performance.now() } }
  const trpc = createTRPCOptionsProxy<AppRouter>({ router: appRouter, ctx, queryClient })
  const { role, grants } = await queryClient.fetchQuery(trpc.session.me.queryOptions())
  const signedIn: SignedInPerson = { name, email, role, grants }
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  queryClient.removeQueries(trpc.session.me.queryFilter())
  const reads = listFirstReads(trpc, address, madeAt).map((each) => each(queryClient))
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, Math.max(0, endsAt - performance.now())).unref()
  })
  await Promise.race([Promise.allSettled(reads), late])
  return queryClient
}
