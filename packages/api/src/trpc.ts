import type { Role } from '@frostline/services'
import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { ApiContext } from './context.ts'
import { hintOf, relatedOf } from './to-trpc-error.ts'

/** `role` and `scope`, its name, are set only by procedure(role, scope). */
export type ProcedureMeta = OpenApiMeta<{ role?: Role; scope?: string }>

/** Stacks stay in the log, even in development, so that users' error messages are the same there. */
export const t = initTRPC
  .context<ApiContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer: superjson,
    isDev: false,
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      data: { ...shape.data, hint: hintOf(error), related: relatedOf(error) },
    }),
    sse: {
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 40_000 },
    },
  })

export const { router } = t

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The routes of a section of the REST API, as metadata of procedures. */
export function restRoutes(section: string) {
  return (method: Method, path: `/${string}`, summary: string): ProcedureMeta => ({
    openapi: { method, path, tags: [section], summary },
  })
}
