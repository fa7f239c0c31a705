import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamPages } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)

/**
 * The audit as JSON lines in order of the hash chain, for signed-in users and tokens.
 * @param filter as for the list, from the URL; times as ISO 8601.
 */
export async function answerAuditExport(ctx: ApiContext, filter: URLSearchParams): Promise<Response> {
  const { audit } = createCaller(ctx)
  const { from, to, ...rest } = Object.fromEntries(filter)
  const times = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) }
  return streamPages(
    { fileName: 'audit.ndjson', contentType: 'application/x-ndjson', head: '' },
    async (after: number | undefined) => {
      const { lines, next } = await audit.export({ ...rest, ...times, after: after ?? 0, limit: 500 })
      return { rows: lines, next }
    },
    (line) => `${line}\n`,
  )
}
