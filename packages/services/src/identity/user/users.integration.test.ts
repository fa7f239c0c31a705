import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { createToken } from '../token/create.ts'
import { createUser } from './create.ts'
import { disableUser, enableUser, listUsers, resetPassword, setUserRole } from './manage-users.ts'

let stack: TestStack
let services: TestServices
let admin: ServiceContext

const password = 'a long enough password'

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  await services.db.apiToken.deleteMany()
  await services.db.auditEntry.deleteMany()
  await services.db.user.deleteMany()
  const root = await createUser(services.as('admin'), {
    email: 'root@example.com',
    name: 'Root',
    role: 'admin',
    password,
  })
  admin = services.as('admin', { id: root.id, name: root.email })
})

const newUser = (email = 'ann@example.com') =>
  createUser(admin, { email, name: 'Ann', role: 'operator', password })

const tomorrow = () => new Date(services.clock.now.getTime() + 86_400_000)

describe('users', () => {
  it('are created with their address in lower case, and never twice', async () => {
    await createUser(admin, { email: ' Ann@Example.COM ', name: 'Ann', role: 'viewer', password })
    expect((await listUsers(admin)).map((user) => user.email)).toEqual([
      'ann@example.com',
      'root@example.com',
    ])
    await expect(newUser('ANN@example.com')).rejects.toMatchObject({ code: 'conflict' })
  })

  it.each([{ email: 'not an address' }, { password: 'short' }, { name: ' ' }, { role: 'root' as 'admin' }])(
    'are rejected with %j',
    async (wrong) => {
      const input = { email: 'bob@example.com', name: 'Bob', role: 'viewer' as const, password, ...wrong }
      await expect(createUser(admin, input)).rejects.toMatchObject({ code: 'invalid' })
      expect(await services.db.user.count()).toBe(1)
    },
  )

  it('are changed by admins only, and a denied attempt is audited', async () => {
    const ann = await newUser()
    for (const role of ['viewer', 'operator'] as const) {
      const ctx = services.as(role)
      await expect(setUserRole(ctx, { id: ann.id, role: 'admin' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      const denied = await services.db.auditEntry.findFirst({ where: { actorId: ctx.actor.id } })
      expect(denied).toMatchObject({ action: 'user.set-role', outcome: 'denied', objectId: ann.id })
    }
  })

  it('lose sessions and tokens together with their account', async () => {
    const ann = await newUser()
    await createToken(services.as('admin', { id: ann.id }), {
      name: 'hers',
      role: 'viewer',
      expiresAt: tomorrow(),
    })
    await services.db.session.create({
      data: { id: 's', token: 't', userId: ann.id, expiresAt: new Date(Date.now() + 60_000) },
    })
    const disabled = await disableUser(admin, { id: ann.id })
    expect(disabled.disabledAt).toEqual(services.clock.now)
    expect(await services.db.session.count()).toBe(0)
    expect(await services.db.apiToken.count({ where: { revokedAt: null } })).toBe(0)
    expect(await enableUser(admin, { id: ann.id })).toMatchObject({ disabledAt: null })
  })

  it('lose the tokens with more rights than they now have', async () => {
    const ann = await newUser()
    for (const role of ['viewer', 'operator', 'admin'] as const) {
      await createToken(services.as('admin', { id: ann.id }), { name: role, role, expiresAt: tomorrow() })
    }
    await setUserRole(admin, { id: ann.id, role: 'operator' })
    const left = await services.db.apiToken.findMany({ where: { revokedAt: null }, orderBy: { name: 'asc' } })
    expect(left.map((token) => token.name)).toEqual(['operator', 'viewer'])
  })

  it('always include an admin, even when two demote each other at once', async () => {
    await expect(setUserRole(admin, { id: admin.actor.id, role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(disableUser(admin, { id: admin.actor.id })).rejects.toMatchObject({ code: 'conflict' })
    const other = await createUser(admin, { email: 'o@example.com', name: 'O', role: 'admin', password })
    const results = await Promise.allSettled([
      setUserRole(admin, { id: other.id, role: 'viewer' }),
      setUserRole(services.as('admin', { id: other.id }), { id: admin.actor.id, role: 'viewer' }),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await services.db.user.count({ where: { role: 'admin', disabledAt: null } })).toBe(1)
  })

  it('get a new password from an admin, which ends their sessions', async () => {
    const ann = await newUser()
    const before = await services.db.account.findFirstOrThrow({ where: { userId: ann.id } })
    await services.db.session.create({
      data: { id: 's2', token: 't2', userId: ann.id, expiresAt: new Date(Date.now() + 60_000) },
    })
    await resetPassword(admin, { id: ann.id, password: 'another long password' })
    const after = await services.db.account.findFirstOrThrow({ where: { userId: ann.id } })
    expect(after.password).not.toBe(before.password)
    expect(await services.db.session.count()).toBe(0)
  })

  it('leave no password in responses, audit or tables', async () => {
    const ann = await newUser()
    await resetPassword(admin, { id: ann.id, password: 'another long password' })
    const seen = [
      await listUsers(admin),
      await services.db.auditEntry.findMany(),
      await services.db.account.findMany(),
    ]
    expect(JSON.stringify(seen)).not.toContain(password)
    expect(JSON.stringify(seen)).not.toContain('another long password')
    expect(JSON.stringify(seen.slice(0, 2))).not.toContain(
      (await services.db.account.findFirstOrThrow()).password,
    )
  })
})
