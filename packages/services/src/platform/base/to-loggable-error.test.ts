import { createDatabase } from '@frostline/db'
import { expect, it } from 'vitest'
import { toLoggableError } from './to-loggable-error.ts'

it('keeps what helps: type, message, code, frames and causes', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(toLoggableError(new Error('Could not look', { cause }))).toMatchObject({
    type: 'Error',
    message: 'Could not look',
    stack: expect.stringContaining('to-loggable-error.test.ts'),
    cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
  })
  expect(toLoggableError('thrown text')).toEqual({ type: 'string', message: 'thrown text' })
})

it("leaves out the values of a call that Prisma rejects, and keeps Prisma's reason", async () => {
  const { db } = createDatabase({ connectionString: 'postgresql://127.0.0.1:1/none' })
  const call = { data: { password: 'hunter2hunter2' } } as unknown as Parameters<typeof db.account.create>[0]
  const error: unknown = await db.account.create(call).catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('hunter2hunter2')
  const logged = toLoggableError(error)
  expect(JSON.stringify(logged)).not.toContain('hunter2hunter2')
  expect(logged.message).toMatch(/^Argument `\w+` is missing\.$/)
})
