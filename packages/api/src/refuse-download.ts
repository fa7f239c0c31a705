import { retryAfter } from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { hintOf } from './to-trpc-error.ts'

/** Response of a download whose procedure failed, with the same status as tRPC and REST. */
export function refuseDownload(error: unknown): Response {
  if (!(error instanceof TRPCError)) throw error
  const status = getHTTPStatusCodeFromError(error)
  return Response.json(
    { message: error.message, hint: hintOf(error) },
    { status, headers: { 'cache-control': 'no-store', ...(status === 503 ? retryAfter : {}) } },
  )
}
