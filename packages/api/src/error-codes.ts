import type { ServiceErrorCode } from '@frostline/services'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

/** The only place where our codes become those of tRPC and with them HTTP statuses. */
export const trpcCodes: Record<ServiceErrorCode, TRPC_ERROR_CODE_KEY> = {
  not_found: 'NOT_FOUND', // 404
  unauthenticated: 'UNAUTHORIZED', // 401
  forbidden: 'FORBIDDEN', // 403
  invalid: 'BAD_REQUEST', // 400
  conflict: 'CONFLICT', // 409
  exhausted: 'TOO_MANY_REQUESTS', // 429
  unreachable: 'SERVICE_UNAVAILABLE', // 503: trying again may help
  refused: 'UNPROCESSABLE_CONTENT', // 422: trying again does not
  internal: 'INTERNAL_SERVER_ERROR', // 500
}
