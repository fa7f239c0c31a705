import { renderActivityCsv } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamCsv } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const pageSize = 500

/**
 * Runs of all kinds as CSV, for signed-in users; REST returns the same in pages.
 * @param filter as for the list, from the URL: the list rejects unknown values.
 */
export async function answerActivity(ctx: ApiContext, filter: URLSearchParams): Promise<Response> {
  const { list } = createCaller(ctx).runs
  const readPage = async (after: string | undefined) => {
    const page = await list({ ...Object.fromEntries(filter), limit: pageSize, after })
    return { rows: page.runs, next: page.next }
  }
  return streamCsv(`activity-${filter.get('cluster') ?? 'all'}.csv`, readPage, renderActivityCsv)
}
