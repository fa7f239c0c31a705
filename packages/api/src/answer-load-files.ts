import { renderLoadFileCsv } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { streamCsv } from './stream-csv.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const pageSize = 1_000

/** The whole ledger of a load as CSV, for signed-in users; REST returns the same in pages. */
export async function answerLoadFiles(ctx: ApiContext, id: string): Promise<Response> {
  const { files } = createCaller(ctx).loads
  const readPage = async (after: number | undefined) => {
    const page = await files({ id, limit: pageSize, after })
    return { rows: page.files, next: page.next }
  }
  return streamCsv(`load-${id}.csv`, readPage, renderLoadFileCsv)
}
