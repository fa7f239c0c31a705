import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing.ts'
import { createUser } from '../user/create.ts'
import { listUsers } from '../user/manage-users.ts'
import { listSessions, recordSessionActivity, revokeOtherSessions, revokeSession } from './sessions.ts'

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

it('ends all other sessions of one person', async () => {
  const kim = await newPerson('kim@example.com', ['k1', 'k2', 'k3'])
  const lee = await newPerson('lee@example.com', ['l1'])
  expect(await revokeOtherSessions(kim, 'k2')).toEqual({ revoked: 2 })
  expect((await listSessions(kim)).map((session) => session.id)).toEqual(['k2'])
  expect(await listSessions(lee)).toHaveLength(1)
  expect(
    await services.db.auditEntry.findFirst({ where: { action: 'session.revoke-others' } }),
  ).toMatchObject({
    ...{ objectId: kim.actor.id, outcome: 'succeeded', details: { endedSessions: 2 } },
  })
})

it('records activity to the minute', async () => {
  const eve = await newPerson('eve@example.com', ['e1'])
  const { db, clock } = services
  const lastSeen = async () => {
    const users = await listUsers(services.as('admin'))
    return users.find(({ id }) => id === eve.actor.id)?.lastSeenAt?.getTime()
  }
  const minutesAgo = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000)
  const noteAfter = async (seenAt: Date) => {
    await db.session.update({ where: { id: 'e1' }, data: { updatedAt: seenAt } })
    await recordSessionActivity(eve, { sessionId: 'e1', seenAt })
  }
  await noteAfter(minutesAgo(32))
  expect(await lastSeen()).toBe(clock.now.getTime())
  await noteAfter(minutesAgo(0.5))
  expect(await lastSeen()).toBe(minutesAgo(0.5).getTime())
})
