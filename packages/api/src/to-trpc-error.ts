import { randomUUID } from 'node:crypto'
import {
  explainIssues,
  type RelatedObject,
  ServiceError,
  toServiceError,
  wrongInput,
} from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { trpcCodes } from './error-codes.ts'

/**
 * Any failure of a procedure as an error that may be shown: `message` says what happened, and `hintOf` what to do.
 * What nobody foresaw is given to `onFault` and shown as a reference only.
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
