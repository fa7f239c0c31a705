import { Prisma } from '@frostline/db'
import { expect, it } from 'vitest'
import { toServiceError } from './to-service-error.ts'

const ended = (code: string, originalCode: string) =>
  new Prisma.PrismaClientKnownRequestError(`Database error. Code: ${originalCode}`, {
    code,
    clientVersion: '7',
    meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode } } },
  })

it('distinguishes a database that goes down during a statement from one that rejects it', () => {
  expect(toServiceError(ended('P2039', '57P01'))).toMatchObject({ code: 'unreachable' })
  expect(toServiceError(ended('P2010', '57P02'))).toMatchObject({ code: 'unreachable' })
  expect(toServiceError(Object.assign(new Error(), { code: 'ECONNREFUSED' }))?.code).toBe('unreachable')
  expect(toServiceError(ended('P2039', '42P01'))).toBeUndefined()
})
