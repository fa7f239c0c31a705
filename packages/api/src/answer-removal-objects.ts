import { renderRemovalCsv } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamCsv } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const pageSize = 1_000

/** The whole ledger of a removal as CSV, for signed-in users; REST returns the same in pages. */
export async function answerRemovalObjects(ctx: ApiContext, id: string): Promise<Response> {
  const { objects } = createCaller(ctx).orphanRemovals
  const readPage = async (after: number | undefined) => {
    const page = await objects({ id, limit: pageSize, after })
    return { rows: page.objects, next: page.next }
  }
  return streamCsv(`removal-${id}.csv`, readPage, renderRemovalCsv)
}
