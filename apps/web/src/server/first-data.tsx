import { type ApiContext, type AppRouter, appRouter } from '@frostline/api'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink, unstable_localLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { cache, type ReactNode, Suspense } from 'react'
import superjson from 'superjson'
import { type SignedInPerson, sessionQuery } from '../auth/session.ts'
import { HtmlFacts } from '../features/shell/components/html-facts.tsx'
import { documentAddressHeader } from '../navigation/document-address.ts'
import { ExpectAnswers, HydrateAtOnce, type LateAnswer } from '../trpc/late-answers.tsx'
import { createApiContext } from './api-context.ts'
import { listFirstReads } from './first-reads.ts'
import { obtainWebServer } from './web-server.ts'

/** The HTML waits for this. Later answers follow in the same document. */
const PATIENCE_MS = 300

/** Until then a late page follows as HTML. Nobody can use it before, so that after this it is sent as it is. */
const LATE_HTML_MS = 1_000

/** The document ends after this. What has no answer by then is left to the browser, which shares the question in flight. */
const STREAM_MS = 5_000

interface FirstAnswers {
  queryClient: QueryClient
  late: LateAnswer[]
  /** Resolves when no answer is missing for the HTML, or it waits no longer. Null: nothing is late. */
  whole: Promise<unknown> | null
}

/** Once per document. Null: without data the page says what is wrong, when the browser asks. */
const firstAnswers = cache(async (): Promise<(FirstAnswers & { madeAt: Date }) | null> => {
  const madeAt = new Date()
  const first = await readFirstData(await headers(), madeAt).catch(() => null)
  return first && { ...first, madeAt }
})

/**
 * Reads on the server what a page shows first, so that its HTML has the numbers. What takes longer follows in the document;
 * what fails is left to the browser. It is in the layout, which is rendered once per document: whoever goes from page to
 * page waits for nothing here.
 */
export async function FirstData({ children }: { children: ReactNode }) {
  // Not for what is prepared in advance.
  await connection()
  const first = await firstAnswers()
  const person = first?.queryClient.getQueryData<SignedInPerson>(sessionQuery.queryKey)
  return (
    <HtmlFacts madeAt={first?.madeAt ?? new Date()} person={person}>
      {first ? (
        <HydrationBoundary state={dehydrate(first.queryClient)}>
          <ExpectAnswers late={first.late}>{children}</ExpectAnswers>
        </HydrationBoundary>
      ) : (
        children
      )}
    </HtmlFacts>
  )
}

/** A page inside of `FirstData`. Where its answers are late, it is sent without them at first, and then once more with them. */
export async function PageData({ children }: { children: ReactNode }) {
  const first = await firstAnswers()
  if (!first?.whole) return children
  return (
    <Suspense fallback={children}>
      <WholePage {...first}>{children}</WholePage>
    </Suspense>
  )
}

async function WholePage({ queryClient, whole, children }: FirstAnswers & { children: ReactNode }) {
  await whole
  return <HydrateAtOnce state={dehydrate(queryClient)}>{children}</HydrateAtOnce>
}

async function readFirstData(given: Headers, madeAt: Date): Promise<FirstAnswers | null> {
  const startedMs = performance.now()
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
  const questions: Question[] = []
  const client = createTRPCClient<AppRouter>({ links: [recordQuestions(questions), localLink(ctx)] })
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
  const { role, grants } = await client.session.me.query()
  const signedIn: SignedInPerson = { name, email, role, grants }
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const reads = listFirstReads(trpc, address, madeAt)
  const all = Promise.all(reads.filter(({ below }) => !below).map(({ read }) => read(queryClient)))
  await Promise.race([all, until(startedMs + PATIENCE_MS)])
  const whole = questions.some(({ answered }) => !answered)
    ? Promise.race([all, until(startedMs + LATE_HTML_MS)])
    : null
  for (const { read } of reads.filter(({ below }) => below)) void read(queryClient)
  const ended = until(startedMs + STREAM_MS).then(() => null)
  const late = questions
    .filter(({ answered }) => !answered)
    .map(({ path, input, answer }) => ({ path, input, answer: Promise.race([answer, ended]) }))
  return { queryClient, late, whole }
}

/** A question of a page, as the browser would ask it. */
interface Question {
  path: string
  input: unknown
  answered: boolean
  /** Null after a failure. It never rejects: what went wrong is for the browser's own request to say. */
  answer: Promise<{ data: unknown } | null>
}

function recordQuestions(questions: Question[]): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) => {
      let resolve: (answer: { data: unknown } | null) => void = () => {}
      const answer = new Promise<{ data: unknown } | null>((settle) => {
        resolve = settle
      })
      const question: Question = { path: op.path, input: op.input, answered: false, answer }
      questions.push(question)
      const end = (given: { data: unknown } | null) => {
        question.answered = true
        resolve(given)
      }
      return next(op).pipe(
        tap({
          next: ({ result }) => end('data' in result ? { data: result.data } : null),
          error: () => end(null),
        }),
      )
    }
}

function localLink(ctx: ApiContext): TRPCLink<AppRouter> {
  return unstable_localLink({
    ...{ router: appRouter, createContext: () => Promise.resolve(ctx) },
    // Answers stay as they are: the document carries dates and the like.
    transformer: superjson,
  })
}

function until(atMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, atMs - performance.now())).unref()
  })
}
