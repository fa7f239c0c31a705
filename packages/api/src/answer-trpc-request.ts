import { limitBody, retryAfter } from '@frostline/services'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { askedSince } from './answer-age.ts'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'

const maxBodyBytes = 1_048_576

/** The tRPC endpoint for our own pages, under /api/trpc. */
export async function answerTrpcRequest(request: Request, ctx: ApiContext): Promise<Response> {
  const askedSinceMs = askedSince(request.headers, performance.now())
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited) return new Response('The request is too large.', { status: 413 })
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: limited,
    router: appRouter,
    // A query with a long input is sent as POST; its rights stay those of a query.
    allowMethodOverride: true,
    createContext: () => ({ ...ctx, services: { ...ctx.services, askedSinceMs } }),
    responseMeta: ({ errors }) => {
      const isAway = errors.some(({ code }) => code === 'SERVICE_UNAVAILABLE')
      return { headers: { 'cache-control': 'no-store', ...(isAway ? retryAfter : {}) } }
    },
  })
}
