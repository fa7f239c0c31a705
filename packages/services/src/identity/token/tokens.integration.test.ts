import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ensureApiToken } from '../../platform/setup/ensure-api-token.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { disableUser, setUserRole } from '../user/manage-users.ts'
import { authenticateToken } from './authenticate.ts'
import { createToken } from './create.ts'
import { listTokens, revokeToken } from './manage-tokens.ts'

let stack: TestStack
let services: TestServices
let admin: ServiceContext

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  admin = await services.person('admin')
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})

const tomorrow = () => new Date(services.clock.now.getTime() + 86_400_000)
const authenticate = (secret: string) => authenticateToken(services.db, secret, services.clock.now, null)

describe('API tokens', () => {
  it('admit whoever has the secret, until they are revoked', async () => {
    const { token, secret } = await createToken(admin, {
      name: 'ci',
      role: 'operator',
      expiresAt: tomorrow(),
    })
    expect(secret.startsWith(token.prefix)).toBe(true)
    expect(await authenticate(secret)).toEqual({
      type: 'token',
      id: token.id,
      name: 'ci',
      role: 'operator',
      access: [{ on: 'everything', role: 'operator' }],
    })
    await revokeToken(admin, { id: token.id })
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('end when they expire', async () => {
    const expiresAt = new Date(services.clock.now.getTime() + 1_000)
    const { secret } = await createToken(admin, { name: 'short', role: 'viewer', expiresAt })
    await authenticate(secret)
    services.clock.advanceMs(1_000)
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(createToken(admin, { name: 'past', role: 'viewer', expiresAt })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('are rejected with the same text whether unknown, empty or nearly right', async () => {
    const { secret } = await createToken(admin, { name: 'near', role: 'viewer', expiresAt: tomorrow() })
    const texts = await Promise.all(
      ['', 'fl_', `${secret}x`, secret.slice(0, -1), secret.toUpperCase()].map((wrong) =>
        authenticate(wrong).then(
          () => 'let in',
          (error: Error) => error.message,
        ),
      ),
    )
    expect(new Set(texts)).toEqual(new Set(['The API token is unknown, revoked or expired.']))
  })

  it('show their secret once: neither list, audit nor database contain it', async () => {
    const { secret } = await createToken(admin, { name: 'once', role: 'viewer', expiresAt: tomorrow() })
    const seen = [
      await listTokens(services.as('admin')),
      await services.db.auditEntry.findMany(),
      await services.db.apiToken.findMany(),
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
  })

  it('are valid for at most a year', async () => {
    const inDays = (days: number) => new Date(services.clock.now.getTime() + days * 86_400_000)
    await createToken(admin, { name: 'year', role: 'viewer', expiresAt: inDays(367) })
    await expect(
      createToken(admin, { name: 'long', role: 'viewer', expiresAt: inDays(368) }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('more than 367 days') })
  })

  it('work from allowed addresses only, and a refusal is audited once an hour', async () => {
    const { token, secret } = await createToken(admin, {
      ...{ name: 'ci only', role: 'viewer', expiresAt: tomorrow() },
      allowedAddresses: ['10.0.0.0/8', '2001:db8::1'],
    })
    const from = (address: string | null) =>
      authenticateToken(services.db, secret, services.clock.now, address)
    await from('10.1.2.3')
    await from('2001:db8::1')
    const listed = async () => (await listTokens(admin)).find(({ id }) => id === token.id)
    expect(await listed()).toMatchObject({ lastUsedAddress: '10.1.2.3', refusedAt: null })
    const refused = () => services.db.auditEntry.count({ where: { objectId: token.id, outcome: 'denied' } })
    for (const address of ['11.1.2.3', '2001:db8::2', null])
      await expect(from(address)).rejects.toMatchObject({
        code: 'unauthenticated',
        message: 'The API token may not be used from this address.',
      })
    expect(await refused()).toBe(1)
    expect(await listed()).toMatchObject({ refusedAddress: '11.1.2.3', refusedAt: services.clock.now })
    services.clock.advanceMs(3_600_000)
    await expect(from('12.1.2.3')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await refused()).toBe(2)
  })

  it('record their use at most once a minute', async () => {
    const { token, secret } = await createToken(admin, {
      name: 'used',
      role: 'viewer',
      expiresAt: tomorrow(),
    })
    const lastUsedAt = async () =>
      (await services.db.apiToken.findUniqueOrThrow({ where: { id: token.id } })).lastUsedAt
    const first = services.clock.now
    await authenticate(secret)
    services.clock.advanceMs(59_000)
    await authenticate(secret)
    expect(await lastUsedAt()).toEqual(first)
    services.clock.advanceMs(1_000)
    await authenticate(secret)
    expect(await lastUsedAt()).toEqual(services.clock.now)
  })

  it('given to the set-up are created once and stay revoked', async () => {
    const secret = 'given-by-the-environment-0123456789'
    const system = services.as('admin', { type: 'system' })
    const input = { name: 'setup', role: 'admin' as const, secret }
    const made = await Promise.all([ensureApiToken(system, input), ensureApiToken(system, input)])
    expect(made.sort()).toEqual([false, true])
    const { id } = await authenticate(secret)
    await revokeToken(services.as('admin'), { id })
    expect(await ensureApiToken(system, input)).toBe(false)
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(ensureApiToken(system, { ...input, secret: 'short' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('require an admin', async () => {
    for (const role of ['viewer', 'operator'] as const) {
      await expect(listTokens(services.as(role))).rejects.toMatchObject({ code: 'forbidden' })
      await expect(
        createToken(services.as(role), { name: 'x', role: 'admin', expiresAt: tomorrow() }),
      ).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
  })
})

/** A token of a new admin, one created by it, and one created by the second, each as a context and a secret. */
async function makeChain(expiresAt: Date = tomorrow()) {
  const person = await services.person('admin')
  const chain: { ctx: ServiceContext; secret: string; id: string }[] = []
  for (const name of ['first', 'second', 'third']) {
    const by = chain.at(-1)?.ctx ?? person
    const { token, secret } = await createToken(by, { name, role: 'admin', expiresAt })
    chain.push({ ctx: { ...by, actor: await authenticate(secret) }, secret, id: token.id })
  }
  return { person, chain }
}

const refusals = (chain: { secret: string }[]) =>
  Promise.all(
    chain.map(({ secret }) =>
      authenticate(secret).then(
        ({ role }) => role,
        ({ code }: { code: string }) => code,
      ),
    ),
  )
const ended = ['unauthenticated', 'unauthenticated', 'unauthenticated']

describe('a token created by a token', () => {
  it('belongs to the person behind it', async () => {
    const { person, chain } = await makeChain()
    const listed = (await listTokens(person)).filter(({ id }) => chain.some((each) => each.id === id))
    expect(listed.map(({ madeBy }) => madeBy)).toEqual(Array(3).fill(person.actor.name))
  })

  it('ends when that person is disabled, and when they are removed', async () => {
    const disabled = await makeChain()
    await disableUser(admin, { id: disabled.person.actor.id })
    expect(await refusals(disabled.chain)).toEqual(ended)
    const removed = await makeChain()
    await services.db.user.delete({ where: { id: removed.person.actor.id } })
    expect(await refusals(removed.chain)).toEqual(ended)
  })

  it('can do no more than that person, whoever demotes them', async () => {
    const { person, chain } = await makeChain()
    const last = chain.at(-1)
    const { secret } = await createToken(last?.ctx ?? admin, {
      ...{ name: 'fourth', role: 'operator', expiresAt: tomorrow() },
    })
    await setUserRole(admin, { id: person.actor.id, role: 'operator' })
    expect(await refusals([...chain, { secret }])).toEqual([...ended, 'operator'])
    const inTheDatabase = await makeChain()
    await services.db.user.update({ where: { id: inTheDatabase.person.actor.id }, data: { role: 'viewer' } })
    expect(await refusals(inTheDatabase.chain)).toEqual(['viewer', 'viewer', 'viewer'])
  })

  it('ends with the token that created it', async () => {
    const { chain } = await makeChain()
    const [first, second] = chain
    await revokeToken(admin, { id: second?.id ?? '' })
    expect(await refusals(chain)).toEqual(['admin', 'unauthenticated', 'unauthenticated'])
    expect(
      await services.db.auditEntry.findFirst({
        where: { objectId: second?.id ?? '', action: 'token.revoke' },
      }),
    ).toMatchObject({
      details: { revokedWithIt: 1 },
    })
    await revokeToken(admin, { id: first?.id ?? '' })
    expect(await refusals(chain)).toEqual(ended)
    const late = createToken(chain.at(-1)?.ctx ?? admin, {
      ...{ name: 'late', role: 'viewer', expiresAt: tomorrow() },
    })
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('does not outlive it', async () => {
    const expiresAt = new Date(services.clock.now.getTime() + 60_000)
    const { chain } = await makeChain(expiresAt)
    const later = new Date(expiresAt.getTime() + 1)
    await expect(
      createToken(chain.at(-1)?.ctx ?? admin, { name: 'later', role: 'viewer', expiresAt: later }),
    ).rejects.toMatchObject({ code: 'invalid' })
    services.clock.advanceMs(60_000)
    expect(await refusals(chain)).toEqual(ended)
  })

  it('allows no address that the other does not', async () => {
    const { token } = await createToken(admin, {
      ...{ name: 'parent', role: 'admin', expiresAt: tomorrow(), allowedAddresses: ['10.0.0.0/8'] },
    })
    const ctx = services.as('admin', { type: 'token', id: token.id, name: 'parent' })
    const make = (allowedAddresses: string[]) =>
      createToken(ctx, { name: 'child', role: 'viewer', expiresAt: tomorrow(), allowedAddresses })
    expect((await make([])).token.allowedAddresses).toEqual(['10.0.0.0/8'])
    expect((await make(['10.1.0.0/16'])).token.allowedAddresses).toEqual(['10.1.0.0/16'])
    await expect(make(['0.0.0.0/0'])).rejects.toMatchObject({ code: 'invalid' })
  })
})
