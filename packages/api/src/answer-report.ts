import type { ApiContext } from './context.ts'
import { refuseDownload } from './refuse-download.ts'
import { appRouter } from './routers/index.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)

/** Its own style and nothing else: even where a name in it slipped through, no script could run and nothing be loaded. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The readable report of a tier migration as a page, for people who are signed in. REST gives the same in JSON. */
export async function answerReport(ctx: ApiContext, id: string): Promise<Response> {
  try {
    const { html } = await createCaller(ctx).tierMigrations.report({ id })
    return new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return refuseDownload(error)
  }
}
