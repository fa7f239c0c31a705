import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../testing.ts'
import { createUser } from '../user/create.ts'
import { listSessions } from './list.ts'
import { revokeSession } from './revoke.ts'

let stack: TestStack
let services: TestServices

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})

async function newPerson(email: string, sessions: string[]) {
  const user = await createUser(services.as('admin'), {
    email,
    name: 'P',
    role: 'viewer',
    password: 'long password',
  })
  for (const id of sessions) {
    const expiresAt = new Date(services.clock.now.getTime() + (id.startsWith('old') ? -1 : 60_000))
    await services.db.session.create({ data: { id, token: `token of ${id}`, userId: user.id, expiresAt } })
  }
  return services.as('viewer', { id: user.id })
}

it('lists and ends live sessions of one person, without their tokens', async () => {
  const ann = await newPerson('ann@example.com', ['a1', 'a2', 'old1'])
  const bob = await newPerson('bob@example.com', ['b1'])
  const listed = await listSessions(ann)
  expect(listed.map((session) => session.id).sort()).toEqual(['a1', 'a2'])
  expect(JSON.stringify(listed)).not.toContain('token of')
  await revokeSession(ann, { id: 'a1' })
  expect((await listSessions(ann)).map((session) => session.id)).toEqual(['a2'])
  await expect(revokeSession(ann, { id: 'b1' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await listSessions(bob)).toHaveLength(1)
  expect(await services.db.auditEntry.findFirst({ where: { action: 'session.revoke' } })).toMatchObject({
    objectId: 'a1',
    outcome: 'succeeded',
  })
})
