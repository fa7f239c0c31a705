import { randomBytes, randomUUID } from 'node:crypto'
import {
  createCustomRole,
  createToken,
  ensureApiToken,
  type Role,
  reviewTierMigration,
  setUserGrants,
  startTierMigration,
  updateCustomRole,
} from '@frostline/services'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

const tokens = {
  viewer: randomBytes(16).toString('hex'),
  operator: randomBytes(16).toString('hex'),
  admin: randomBytes(16).toString('hex'),
} satisfies Record<Role, string>

let lab: MigrationLab
let url: URL
const clients: Client[] = []

beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1 })
  const door = await lab.openDoor()
  for (const [role, secret] of Object.entries(tokens))
    await ensureApiToken(lab.ctx, { name: `assistant-${role}`, role: role as Role, secret })
  await lab.createTable('trips', { months: 2, parts: 2, rowsPerPart: 100 })
  await lab.startWeb(door)
  url = new URL(`http://127.0.0.1:${door.port}/api/mcp`)
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await lab?.close()
})

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  clients.push(client)
  return client
}

async function call(role: Role, name: string, input: Record<string, unknown> = {}) {
  return callWith(tokens[role], name, input)
}
async function callWith(token: string, name: string, input: Record<string, unknown>) {
  const client = await connect(token)
  const result = await client.callTool({ name, arguments: input })
  const [content] = result.content as { text: string }[]
  return { failed: result.isError === true, text: content?.text ?? '' }
}
const read = async (role: Role, name: string, input?: Record<string, unknown>) => {
  const { failed, text } = await call(role, name, input)
  if (failed) throw new Error(text)
  return JSON.parse(text)
}

const namesFor = (role: Role) => namesWith(tokens[role])
const namesWith = async (token: string) =>
  (await (await connect(token)).listTools()).tools.map(({ name }) => name)
const onlyRole = () => lab.db.customRole.findFirstOrThrow({ select: { id: true, name: true } })
const table = { cluster: 'lab', database: 'lab', table: 'trips' }
const move = { ...table, targetVolume: 'cold', goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' } }

describe('an assistant', () => {
  it('is not connected without a valid token, and by no cookie', async () => {
    await expect(connect('not a token')).rejects.toThrow()
    for (const headers of [{}, { cookie: 'frostline.session_token=x' }, { authorization: 'Bearer wrong' }]) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      })
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })

  it('is answered by POST alone', async () => {
    const headers = { authorization: `Bearer ${tokens.viewer}`, accept: 'text/event-stream' }
    for (const method of ['GET', 'DELETE']) expect((await fetch(url, { method, headers })).status).toBe(405)
    const bad = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: '{',
    })
    expect(bad.status).toBe(400)
  })

  it('sees the tools of its role, none of which starts anything', async () => {
    const [viewer, operator, admin] = [
      await namesFor('viewer'),
      await namesFor('operator'),
      await namesFor('admin'),
    ]
    expect(viewer).toContain('list_tables')
    expect(viewer).not.toContain('propose_tier_migration')
    expect(operator).toContain('propose_tier_migration')
    expect(operator).not.toContain('preview_ttl')
    expect(admin).toContain('preview_ttl')
    expect(admin.filter((name) => /^(start|apply|delete|set|cancel|run|retry)_/.test(name))).toEqual([])
  })

  it('sees the tools of its custom role, which work where that is given', async () => {
    const admin = { ...lab.ctx, actor: { ...lab.ctx.actor, role: 'admin' as const } }
    const id = randomUUID()
    await lab.db.user.create({ data: { id, email: `${id}@lab.test`, name: 'planner', role: 'member' } })
    const verbs = ['tableTtls.preview', 'tierMigrations.plan', 'tierMigrations.askReview']
    await createCustomRole(admin, { name: 'planner', verbs })
    await setUserGrants(admin, {
      id,
      grants: [{ on: 'tables', role: 'planner', cluster: null, database: 'lab', table: 'trips' }],
    })
    const { secret } = await createToken(
      { ...lab.ctx, actor: { type: 'user', id, name: 'planner', role: 'admin' } },
      { name: 'planner', role: 'operator', expiresAt: new Date(Date.now() + 86_400_000) },
    )
    const names = await namesWith(secret)
    expect(names).toEqual(expect.arrayContaining(['list_tables', 'propose_tier_migration']))
    // The token is limited to what an operator may do.
    expect(names).not.toContain('preview_ttl')
    const proposed = await callWith(secret, 'propose_tier_migration', move)
    expect(proposed).toMatchObject({ failed: false, text: expect.stringContaining('waits for review') })
    const elsewhere = await callWith(secret, 'propose_tier_migration', { ...move, table: 'other' })
    expect(elsewhere.failed).toBe(true)
    await lab.db.tierMigration.deleteMany()
    await updateCustomRole(admin, { ...(await onlyRole()), verbs: verbs.slice(0, 2) })
    expect(await namesWith(secret)).not.toContain('propose_tier_migration')
  })

  it('reads with the role of its token', async () => {
    expect(await read('viewer', 'who_am_i')).toMatchObject({ type: 'token', role: 'viewer' })
    expect((await read('viewer', 'list_clusters')).clusters).toMatchObject([{ slug: 'lab' }])
    const tables = await read('viewer', 'list_tables', { cluster: 'lab', search: 'trips', limit: 5 })
    expect(tables.data.tables).toMatchObject([{ table: 'trips', logical: { rows: '400' } }])
    expect(tables).not.toHaveProperty('queries')
    expect((await read('viewer', 'explain_table', table)).data.total.parts).toBe(4)
    expect(
      (await read('viewer', 'list_audit_entries', { from: '2020-01-01T00:00:00Z', limit: 1 })).entries,
    ).toHaveLength(1)
  })

  it('runs dry runs that change nothing', async () => {
    const preview = await read('viewer', 'preview_tier_migration', move)
    expect(preview).toMatchObject({ accepted: true, totals: { parts: 4, rows: '400' } })
    const ttl = await read('admin', 'preview_ttl', {
      ...table,
      ttl: "day + INTERVAL 1 MONTH TO VOLUME 'cold'",
    })
    expect(ttl.data.accepted).toBe(true)
    expect(await lab.db.tierMigration.count()).toBe(0)
  })

  it('gets errors that say what to do, and no tool beyond its role', async () => {
    const cluster = await call('viewer', 'list_tables', { cluster: 'nothing' })
    expect(cluster).toMatchObject({ failed: true, text: expect.stringContaining('nothing') })
    expect(await call('viewer', 'list_tables', { cluster: 'lab', constructor: 1 })).toMatchObject({
      failed: true,
    })
    expect(await call('viewer', 'propose_tier_migration', move)).toMatchObject({
      failed: true,
      text: expect.stringContaining('no tool'),
    })
    expect(await call('admin', 'start_tier_migration', { id: 'x' })).toMatchObject({ failed: true })
    expect(await lab.db.tierMigration.count()).toBe(0)
  })

  it('proposes a plan that starts only when a person has approved it', async () => {
    await lab.db.cluster.updateMany({ data: { approvalRequired: true } })
    const { id, state, approveAt } = await read('operator', 'propose_tier_migration', move)
    expect(state).toBe('waits for review')
    expect(new URL(approveAt).pathname).toBe(`/clusters/lab/migrations/${id}`)
    expect(await read('viewer', 'get_tier_migration', { id })).toMatchObject({
      status: 'planned',
      review: { state: 'asked', askedBy: 'assistant-operator' },
    })
    expect(await lab.db.run.count()).toBe(0)
    await expect(startTierMigration(lab.ctx, { id })).rejects.toMatchObject({ code: 'refused' })
    await reviewTierMigration(lab.ctx, { id, outcome: 'approved', note: '' })
    await startTierMigration(lab.ctx, { id })
    expect((await read('viewer', 'list_runs', { cluster: 'lab' })).runs).toMatchObject([{ id }])
    const actions = await lab.db.auditEntry.findMany({ where: { actorName: 'assistant-operator' } })
    expect(actions.map(({ action }) => action)).toContain('tier-migration.plan')
  })
})
