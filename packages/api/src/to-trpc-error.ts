import { randomUUID } from 'node:crypto'
import {
  explainIssues,
  type RelatedObject,
  ServiceError,
  type ServiceErrorCode,
  toServiceError,
  wrongInput,
} from '@frostline/services'
import { TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { z } from 'zod'

/**
 * Any failure of a procedure as an error that may be shown: `message` says what happened, and `hintOf` what to do.
 * Unexpected errors are passed to `onFault` and shown as a reference only.
 */
export function toTrpcError(
  error: TRPCError,
  onFault: (error: unknown, reference: string) => void,
): TRPCError {
  if (error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
    const isSchema = error.cause instanceof z.ZodError
    const what = isSchema ? explainIssues(error.cause) : 'The request is not valid.'
    const cause = wrongInput(what, isSchema ? undefined : error.cause)
    if (!(error.cause instanceof ServiceError))
      return new TRPCError({ code: 'BAD_REQUEST', message: cause.message, cause })
  }
  const known = toServiceError(error.cause)
  if (known) return new TRPCError({ code: trpcCodes[known.code], message: known.message, cause: known })
  if (error.cause === undefined && error.code !== 'INTERNAL_SERVER_ERROR') return error
  const reference = randomUUID().slice(0, 8)
  onFault(error.cause ?? error, reference)
  const cause = new ServiceError('internal', `Internal error (reference ${reference}).`, {
    hint: 'Search for the reference in the log of the web process.',
  })
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: cause.message, cause })
}

export function relatedOf(error: TRPCError): readonly RelatedObject[] {
  return error.cause instanceof ServiceError ? error.cause.related : []
}

export function hintOf(error: TRPCError): string | null {
  return error.cause instanceof ServiceError ? (error.cause.hint ?? null) : null
}

/** The only place where our codes become those of tRPC and with them HTTP statuses. */
export const trpcCodes: Record<ServiceErrorCode, TRPC_ERROR_CODE_KEY> = {
  not_found: 'NOT_FOUND', // 404
  unauthenticated: 'UNAUTHORIZED', // 401
  forbidden: 'FORBIDDEN', // 403
  invalid: 'BAD_REQUEST', // 400
  conflict: 'CONFLICT', // 409
  exhausted: 'TOO_MANY_REQUESTS', // 429
  unreachable: 'SERVICE_UNAVAILABLE', // 503: a retry may help
  refused: 'UNPROCESSABLE_CONTENT', // 422: a retry does not help
  internal: 'INTERNAL_SERVER_ERROR', // 500
}
