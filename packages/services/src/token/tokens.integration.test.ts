import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureApiToken } from '../setup/ensure-api-token.ts'
import { openTestServices, type TestServices } from '../testing.ts'
import { authenticateToken } from './authenticate.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { revokeToken } from './revoke.ts'

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

const authenticate = (secret: string) => authenticateToken(services.db, secret, services.clock.now)

describe('API tokens', () => {
  it('let in whoever has the secret, until they are revoked', async () => {
    const admin = services.as('admin')
    const { token, secret } = await createToken(admin, { name: 'ci', role: 'operator' })
    expect(secret.startsWith(token.prefix)).toBe(true)
    expect(await authenticate(secret)).toEqual({ type: 'token', id: token.id, name: 'ci', role: 'operator' })
    await revokeToken(admin, { id: token.id })
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('end when they expire', async () => {
    const expiresAt = new Date(services.clock.now.getTime() + 1_000)
    const { secret } = await createToken(services.as('admin'), { name: 'short', role: 'viewer', expiresAt })
    await authenticate(secret)
    services.clock.advanceMs(1_000)
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(
      createToken(services.as('admin'), { name: 'past', role: 'viewer', expiresAt }),
    ).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are refused alike whether unknown, empty or nearly right', async () => {
    const { secret } = await createToken(services.as('admin'), { name: 'near', role: 'viewer' })
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

  it('show their secret once: neither list, audit nor database have it', async () => {
    const { secret } = await createToken(services.as('admin'), { name: 'once', role: 'viewer' })
    const seen = [
      await listTokens(services.as('admin')),
      await services.db.auditEntry.findMany(),
      await services.db.apiToken.findMany(),
    ]
    expect(JSON.stringify(seen)).not.toContain(secret)
  })

  it('note their use at most once a minute', async () => {
    const { token, secret } = await createToken(services.as('admin'), { name: 'used', role: 'viewer' })
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

  it('given to the set-up are made once and stay revoked', async () => {
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

  it('are an admin matter', async () => {
    for (const role of ['viewer', 'operator'] as const) {
      await expect(listTokens(services.as(role))).rejects.toMatchObject({ code: 'forbidden' })
      await expect(createToken(services.as(role), { name: 'x', role: 'admin' })).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
  })
})
