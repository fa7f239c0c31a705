import type { ApiContext } from './context.ts'
import { refuseDownload } from './refuse-download.ts'
import { appRouter } from './routers/index.ts'
import { toJsonSafe } from './to-json-safe.ts'
import { t } from './trpc.ts'

const createCaller = t.createCallerFactory(appRouter)

/** The proof of a tier migration as a file, for signed-in users: the same as REST returns for a token. */
export async function answerProofDownload(ctx: ApiContext, id: string): Promise<Response> {
  try {
    const proof = toJsonSafe(await createCaller(ctx).tierMigrations.proof({ id }))
    return new Response(JSON.stringify(proof, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="tier-migration-${id.replace(/[^\w-]/g, '')}.json"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return refuseDownload(error)
  }
}
