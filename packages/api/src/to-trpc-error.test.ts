import { ServiceError, type ServiceErrorCode } from '@frostline/services'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hintOf, toTrpcError } from './to-trpc-error.ts'

const wrap = (cause: unknown) => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause })
const ignore = () => undefined

const statuses: Record<ServiceErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  exhausted: 429,
  refused: 422,
  internal: 500,
  unreachable: 503,
}

describe('toTrpcError', () => {
  it.each(Object.entries(statuses))('gives %s the status %i, with text and hint', (code, status) => {
    const cause = new ServiceError(code as ServiceErrorCode, 'What happened.', { hint: 'What to do.' })
    const error = toTrpcError(wrap(cause), ignore)
    expect(getHTTPStatusCodeFromError(error)).toBe(status)
    expect(error.message).toBe('What happened.')
    expect(hintOf(error)).toBe('What to do.')
  })

  it('shows nothing of unexpected errors, and reports them under the reference shown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{10,20}$/), (secret) => {
        const fault = new Error(`password ${secret} is wrong`)
        const reported: [unknown, string][] = []
        const error = toTrpcError(wrap(fault), (thrown, reference) => reported.push([thrown, reference]))
        expect(JSON.stringify([error.message, hintOf(error)])).not.toContain(secret)
        expect(reported).toEqual([[fault, expect.any(String)]])
        expect(error.message).toContain(reported[0]?.[1] ?? 'no reference')
        expect(getHTTPStatusCodeFromError(error)).toBe(500)
      }),
    )
  })

  it('names the field that is wrong, never its value', () => {
    const schema = z.object({ password: z.string().min(12, 'too short') })
    const cause = schema.safeParse({ password: 'hunter2' }).error
    const error = toTrpcError(new TRPCError({ code: 'BAD_REQUEST', cause }), ignore)
    expect(error.message).toBe('password: too short')
  })

  it('leaves errors of tRPC itself as they are', () => {
    const error = new TRPCError({ code: 'FORBIDDEN', message: 'The origin is not ours.' })
    expect(toTrpcError(error, ignore)).toBe(error)
  })
})
