import { randomBytes } from 'node:crypto'
import { createDatabase, type OpenDatabase } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { authenticateToken } from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSetup } from './run-setup.ts'
import { readSetupEnv } from './setup-env.ts'

let stack: TestStack
let open: OpenDatabase
let lines: string[] = []

const password = 'a long enough password'
const token = 'a-token-given-by-the-operator'
const node = (port: number) => ({ name: 'n1', url: `http://127.0.0.1:${port}`, shard: 1, replica: 1 })
const cluster = { name: 'Demo', clusterName: 'demo', username: 'frostline', password: 'of-clickhouse' }
const key = randomBytes(32).toString('base64')

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: 'empty' })
  open = createDatabase({ connectionString: stack.postgres.url })
})
afterAll(async () => {
  await open.close()
  await stack.stop()
})

/** As `node dist/setup.mjs` with these variables. */
async function setup(variables: Record<string, string> = {}): Promise<string[]> {
  lines = []
  const least = { DATABASE_URL: stack.postgres.url, FROSTLINE_SECRET_KEY: key }
  await runSetup(readSetupEnv({ ...least, ...variables }), (line) => lines.push(line))
  return lines
}

const first = (port: number, change: object = {}) => ({
  FROSTLINE_ADMIN_EMAIL: 'Root@example.com',
  FROSTLINE_ADMIN_PASSWORD: password,
  FROSTLINE_API_TOKEN: token,
  FROSTLINE_SETUP_CLUSTER: JSON.stringify({ ...cluster, nodes: [node(port)], ...change }),
})

describe('the set-up', () => {
  it('refuses to leave a console that nobody can sign in to', async () => {
    await expect(setup()).rejects.toThrow(/FROSTLINE_ADMIN_EMAIL/)
  })

  it('creates everything once, even when two start together', async () => {
    await Promise.all([setup(first(8123)), setup(first(8123))])
    expect(await open.db.user.findMany()).toMatchObject([{ email: 'root@example.com', role: 'admin' }])
    expect(await open.db.cluster.findMany({ include: { nodes: true } })).toMatchObject([
      { slug: 'demo', nodes: [{ url: 'http://127.0.0.1:8123' }] },
    ])
    expect(await authenticateToken(open.db, token, new Date(), null)).toMatchObject({ role: 'admin' })
    const audited = await open.db.auditEntry.count()
    expect(await setup(first(8123))).toContain('Cluster Demo: unchanged.')
    expect(await open.db.auditEntry.count()).toBe(audited)
  })

  it('creates another token of the role that is given, once', async () => {
    const secret = 'a-token-of-the-demo-operator'
    const given = {
      FROSTLINE_SETUP_TOKEN: JSON.stringify({ name: 'Demo operator', role: 'operator', secret }),
    }
    expect(await setup(given)).toContain('API token Demo operator: created.')
    expect(await setup(given)).toContain('API token Demo operator: unchanged.')
    expect(await authenticateToken(open.db, secret, new Date(), null)).toMatchObject({
      ...{ type: 'token', name: 'Demo operator', role: 'operator' },
    })
  })

  it('gives the cluster its new addresses and keeps its id', async () => {
    const before = await open.db.cluster.findFirstOrThrow()
    expect(await setup(first(9999))).toContain('Cluster Demo: updated.')
    const after = await open.db.cluster.findFirstOrThrow({ include: { nodes: true } })
    expect(after).toMatchObject({
      id: before.id,
      slug: before.slug,
      nodes: [{ url: 'http://127.0.0.1:9999' }],
    })
  })

  it('seals the password again when the key was lost', async () => {
    const other = randomBytes(32).toString('base64')
    expect(await setup({ ...first(9999), FROSTLINE_SECRET_KEY: other })).toContain('Cluster Demo: updated.')
    expect(await setup({ ...first(9999), FROSTLINE_SECRET_KEY: other })).toContain('Cluster Demo: unchanged.')
  })

  it('never opens a second way in', async () => {
    await setup({ ...first(9999), FROSTLINE_ADMIN_EMAIL: 'eve@example.com' })
    expect(await open.db.user.count()).toBe(1)
  })

  it('saves the store as a source once, follows its port, and keeps what people changed or removed', async () => {
    const source = (port: number) => ({
      FROSTLINE_SOURCE_ADDRESSES: '127.0.0.0/8,::1',
      FROSTLINE_SETUP_SOURCE: JSON.stringify({
        name: 'Demo store',
        endpoint: `http://127.0.0.1:${port}`,
        buckets: ['frostline-demo'],
        auth: 'keys',
        accessKeyId: 'key',
        secretAccessKey: 'secret-of-the-store',
      }),
    })
    expect(await setup(source(9000))).toContain('Source Demo store: created.')
    expect(await setup(source(9000))).toContain('Source Demo store: unchanged.')
    expect(await setup(source(9001))).toContain('Source Demo store: updated.')
    expect(lines.join()).not.toContain('secret-of-the-store')
    await open.db.source.updateMany({ data: { updatedBy: 'ana@example.com' } })
    expect(await setup(source(9002))).toContain('Source Demo store: unchanged.')
    await open.db.source.deleteMany()
    expect(await setup(source(9002))).toContain('Source Demo store: unchanged.')
    expect(await open.db.source.count()).toBe(0)
  })

  it('reports no secret', async () => {
    await setup(first(9999, { password: 'another-of-clickhouse' }))
    for (const secret of [password, token, 'another-of-clickhouse', key]) {
      expect(lines.join('\n')).not.toContain(secret)
    }
    const wrong = { FROSTLINE_SETUP_CLUSTER: JSON.stringify({ ...cluster, nodes: [] }) }
    expect(() => readSetupEnv({ ...wrong, DATABASE_URL: 'mysql://u:hidden@h/d' })).toThrow(
      /DATABASE_URL:[\s\S]*FROSTLINE_SETUP_CLUSTER.*at least one node/,
    )
    expect(() => readSetupEnv({ ...wrong, DATABASE_URL: 'mysql://u:hidden@h/d' })).not.toThrow(
      /hidden|of-clickhouse/,
    )
  })
})
