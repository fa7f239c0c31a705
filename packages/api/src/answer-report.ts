import type { ApiContext } from './context.ts'
import { refuseDownload } from './refuse-download.ts'
import { appRouter } from './routers/index.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)

/** Only its own style: even if a name in it were not escaped, no script could run and nothing be loaded. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The readable report of a tier migration as a page, for signed-in users. REST returns the same as JSON. */
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
