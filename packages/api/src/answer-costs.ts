import { listCostRows, renderCostCsv } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamCsv } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const maxTables = 100_000

/** Monthly storage cost of each table of a cluster as CSV, for signed-in users; REST returns the same as JSON. */
export async function answerCosts(ctx: ApiContext, cluster: string): Promise<Response> {
  const { get } = createCaller(ctx).costs
  const readPage = async () => ({ rows: listCostRows(await get({ cluster, limit: maxTables })), next: null })
  return streamCsv(`costs-${cluster}.csv`, readPage, renderCostCsv)
}
