import { renderFleetCsv } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamCsv } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const pageSize = 1_000

/**
 * The tables of all clusters that match a filter as CSV, in its order, for signed-in users; REST returns the same in
 * pages.
 * @param filter as for the list, from the URL: the list rejects unknown values.
 */
export async function answerFleet(ctx: ApiContext, filter: URLSearchParams): Promise<Response> {
  const { list } = createCaller(ctx).fleet
  const readPage = async (offset = 0) => {
    // The procedure validates it.
    const input = { ...Object.fromEntries(filter), limit: pageSize, offset } as Parameters<typeof list>[0]
    const { observedAt, data } = await list(input)
    const next = offset + data.tables.length
    return {
      rows: data.tables.map((table) => ({ ...table, observedAt })),
      next: data.tables.length > 0 && next < data.total ? next : null,
    }
  }
  return streamCsv(`fleet-${filter.get('cluster') ?? 'all'}.csv`, readPage, renderFleetCsv)
}
