import type { AppRouter } from '@frostline/api'
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import superjson from 'superjson'
import { answerAge } from './answer-age.ts'
import { documentAnswers, lateAnswerLink } from './late-answers.tsx'
import type { Fetch } from './request-gate.ts'

const url = '/api/trpc'

/** Queries with all columns of a table, or a thousand keys: too long for a URL. */
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

/** @param fetch Default: the browser's. */
export function createApiClient(fetch?: Fetch) {
  const batch = {
    url,
    transformer: superjson,
    headers: () => answerAge.headers(),
    ...(fetch ? { fetch } : {}),
  }
  return createTRPCClient<AppRouter>({
    links: [
      lateAnswerLink(documentAnswers),
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url, transformer: superjson }),
        false: splitLink({
          condition: (operation) => asksMuch.has(operation.path),
          true: httpBatchLink({ ...batch, methodOverride: 'POST' }),
          // Common proxies reject longer URLs.
          false: httpBatchLink({ ...batch, maxURLLength: 2_000 }),
        }),
      }),
    ],
  })
}
