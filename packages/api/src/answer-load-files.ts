import { renderLoadFileCsv } from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { ApiContext } from './context.ts'
import { appRouter } from './routers/index.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)
const pageSize = 1_000

/**
 * The whole ledger of a load as CSV, for people who are signed in; REST gives the same in pages. It is read page by
 * page as it is sent: a load may have a hundred thousand files. A page that cannot be read breaks the download off.
 */
export async function answerLoadFiles(ctx: ApiContext, id: string): Promise<Response> {
  const { files } = createCaller(ctx).loads
  const encoder = new TextEncoder()
  const encode = (page: Awaited<ReturnType<typeof files>>) =>
    encoder.encode(page.files.map((file) => renderLoadFileCsv(file)).join(''))
  try {
    const first = await files({ id, limit: pageSize })
    let next = first.next
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(renderLoadFileCsv()))
        controller.enqueue(encode(first))
      },
      async pull(controller) {
        if (next === null) return controller.close()
        const page = await files({ id, limit: pageSize, after: next })
        next = page.next
        controller.enqueue(encode(page))
      },
    })
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="load-${id.replace(/[^\w-]/g, '')}.csv"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    return Response.json({ message: error.message }, { status: getHTTPStatusCodeFromError(error) })
  }
}
