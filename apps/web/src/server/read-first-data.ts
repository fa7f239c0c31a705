import { type ApiContext, type AppRouter, appRouter } from '@frostline/api'
import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient, type TRPCLink, unstable_localLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import superjson from 'superjson'
import { type SignedInPerson, sessionQuery, toAccess } from '../auth/session.ts'
import { documentAddressHeader } from '../navigation/document-address.ts'
import { hashQueryKey } from '../trpc/hash-query-key.ts'
import type { LateAnswer } from '../trpc/late-answers.tsx'
import { createApiContext } from './api-context.ts'
import { listFirstReads } from './first-reads.ts'
import { obtainWebServer } from './web-server.ts'

/**
 * Where the session got an answer in the last minute, the HTML shows that one, with its age. The nodes are asked this much later,
 * since reading them at once would delay the HTML.
 */
const HTML_FIRST_MS = 100

/** The HTML waits for this where no earlier answer is kept. Later answers follow in the same document. */
const PATIENCE_MS = 300

/** Until then a late page follows as HTML. Nobody can use it before, so that after this it is sent as it is. */
const LATE_HTML_MS = 1_000

/** The document ends after this. What has no answer by then is left to the browser, which shares the question in flight. */
const STREAM_MS = 5_000

export interface FirstAnswers {
  queryClient: QueryClient
  /** What has no answer yet. To be called together with reading the state of `queryClient`. */
  late: () => LateAnswer[]
  /** Hashes of the path and input of what has its answer. */
  shown: () => string[]
  /**
   * Resolves when all answers for the HTML are there, or after `LATE_HTML_MS`. Null: the main one of the page is there. Sending the
   * page again would take the focus and the typed text of who already uses it.
   */
  whole: Promise<unknown> | null
  /** In the stream of changes, from before anything was read. */
  position: string
}

/**
 * Asks what a page shows first, as its browser would.
 * @param given the headers of the request for the document.
 * @param madeAt base of relative time ranges.
 * @returns null where nobody is signed in.
 */
export async function readFirstData(given: Headers, madeAt: Date): Promise<FirstAnswers | null> {
  const startedMs = performance.now()
  const address = given.get(documentAddressHeader)
  if (address === null) return null
  const server = await obtainWebServer()
  const position = server.changes.position()
  const request = new Request(server.env.publicUrl, { headers: new Headers(given) })
  const context = createApiContext(server, request, 'trpc')
  const caller = await context.identify()
  if (!caller?.person) return null
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { name, email } = caller.person
  // As if the browser had asked now: the nodes are asked anew, whatever was read for others before this request.
  const ctx = { ...context, services: { ...context.services, askedSinceMs: performance.now() } }
  const questions: Question[] = []
  let asksForHtml = true
  const recall: Recall = (question) =>
    asksForHtml ? server.knownAnswers.recall(caller, question, context.services.now()) : null
  const client = createTRPCClient<AppRouter>({ links: [recordQuestions(questions, recall), localLink(ctx)] })
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
  const { role, grants } = await client.session.me.query()
  const signedIn: SignedInPerson = { name, email, role, grants }
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const { own, frame } = listFirstReads(trpc, address, madeAt, toAccess(grants))
  const reading = [...own, ...frame].filter(({ below }) => !below).map(({ read }) => read(queryClient))
  const all = Promise.all(reading)
  let hasMain = own.length === 0
  void reading[0]?.then(() => {
    hasMain = true
  })
  await Promise.race([all, until(startedMs + PATIENCE_MS)])
  const whole = hasMain ? null : Promise.race([all, until(startedMs + LATE_HTML_MS)])
  // The browser asks again for what it got from before, and takes the new answer from the document.
  for (const { path } of questions.filter(({ state }) => state === 'known'))
    for (const query of queryClient.getQueryCache().findAll({ queryKey: [path.split('.')] }))
      query.invalidate()
  asksForHtml = false
  for (const { read } of own.filter(({ below }) => below)) void read(queryClient)
  const ended = until(startedMs + STREAM_MS).then(() => null)
  return {
    ...{ queryClient, whole, position },
    late: () =>
      questions
        .filter(({ state }) => state !== 'answered')
        .map(({ path, input, answer }) => ({ path, input, answer: Promise.race([answer, ended]) })),
    shown: () =>
      questions
        .filter(({ state }) => state === 'answered')
        .map(({ path, input }) => hashQueryKey([path, input])),
  }
}

/** A question of a page, as the browser would ask it. */
interface Question {
  path: string
  input: unknown
  /** `known`: the HTML has the answer to an earlier question, and the one to this question is on its way. */
  state: 'asked' | 'known' | 'answered'
  /** Null after a failure. It never rejects: what went wrong is for the browser's own request to say. */
  answer: Promise<{ data: unknown } | null>
}

type Recall = (question: Pick<Question, 'path' | 'input'>) => { data: unknown } | null

function recordQuestions(questions: Question[], recall: Recall): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) => {
      let resolve: (answer: { data: unknown } | null) => void = () => {}
      const answer = new Promise<{ data: unknown } | null>((settle) => {
        resolve = settle
      })
      const known = recall(op)
      const { path, input } = op
      const question: Question = { path, input, state: known ? 'known' : 'asked', answer }
      questions.push(question)
      const end = (given: { data: unknown } | null) => {
        if (!known) question.state = 'answered'
        resolve(given)
      }
      return observable((observer) => {
        if (known) {
          observer.next({ result: { type: 'data', data: known.data } })
          observer.complete()
        }
        // After a known answer the observer has completed, and takes no other.
        const ask = () =>
          next(op).subscribe({
            next: (given) => {
              end('data' in given.result ? { data: given.result.data } : null)
              observer.next(given)
              observer.complete()
            },
            error: (error) => {
              end(null)
              observer.error(error)
            },
          })
        if (known) setTimeout(ask, HTML_FIRST_MS)
        else ask()
      })
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
