import { showsInTexts } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSource,
  createSourceCollection,
  dropSourceCollection,
  getSource,
  listSourceObjects,
  listSources,
  previewObjectRows,
  removeSource,
  type SourceInput,
  setSourceRules,
  testSource,
  testSourceInputs,
  updateSource,
} from './index.ts'
import { type SourceLab, startSourceLab } from './testing/source-lab.ts'

let lab: SourceLab

beforeAll(async () => {
  lab = await startSourceLab()
  await lab.put('trips/2026/a.csv', 'id,name\n1,one\n2,\n18446744073709551615,big\n')
})
afterAll(() => lab?.stop())

describe('a source', () => {
  it('is listed without its secret, which no row and no audit entry contains', async () => {
    const [listed] = await listSources(lab.ctx('viewer'))
    expect(listed).toMatchObject({ name: 'Store', hasSecret: true, accessKeyId: lab.access.accessKeyId })
    const rows = await lab.console.ctx.db.source.findMany()
    const audit = await lab.console.ctx.db.auditEntry.findMany({ where: { objectType: 'source' } })
    expect(audit.map(({ action }) => action)).toContain('source.create')
    const text = JSON.stringify([listed, rows, audit])
    expect(text).not.toContain(lab.access.secretAccessKey)
    expect(text).not.toContain(Buffer.from(lab.access.secretAccessKey).toString('base64'))
  })

  it('keeps its secret when none is given, only for the same endpoint and key', async () => {
    await updateSource(lab.ctx(), { id: lab.id, ...lab.input({ secretAccessKey: '', name: 'Renamed' }) })
    expect((await listSourceObjects(lab.ctx('operator'), lab.at(''))).prefixes).toEqual(['trips/'])
    for (const change of [{ endpoint: 'http://127.0.0.1:9' }, { accessKeyId: 'other' }])
      await expect(
        updateSource(lab.ctx(), { id: lab.id, ...lab.input({ secretAccessKey: '', ...change }) }),
      ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('has changed') })
    await updateSource(lab.ctx(), { id: lab.id, ...lab.input() })
  })

  it('needs a unique name, and a complete key pair', async () => {
    await expect(createSource(lab.ctx(), lab.input())).rejects.toMatchObject({ code: 'conflict' })
    const lacking = lab.input({ name: 'Other', secretAccessKey: '' })
    await expect(createSource(lab.ctx(), lacking)).rejects.toMatchObject({
      message: expect.stringContaining('secretAccessKey'),
    })
  })

  it('is changed by admins, browsed by operators, seen by viewers', async () => {
    await expect(createSource(lab.ctx('operator'), lab.input({ name: 'X' }))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(listSourceObjects(lab.ctx('viewer'), lab.at(''))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(testSource(lab.ctx('viewer'), { id: lab.id })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getSource(lab.ctx('viewer'), { id: lab.id })).toMatchObject({ name: 'Store' })
  })
})

describe('an endpoint', () => {
  it.each([
    ['ftp://store', 'not http'],
    ['http://user:word@store', 'user or a password'],
    ['http://169.254.169.254', 'link-local'],
    ['http://[fe80::1]', 'link-local'],
    ['http://store/path', 'path'],
    ['no address', 'not an address'],
  ])('%s is rejected', async (endpoint, why) => {
    await expect(createSource(lab.ctx(), lab.input({ name: 'Bad', endpoint }))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(why),
    })
  })

  it('on this machine is rejected where the environment does not allow it, also behind a name', async () => {
    const strict = { ...lab.ctx(), sourceAddresses: undefined }
    await expect(createSource(strict, lab.input({ name: 'Bad' }))).rejects.toMatchObject({ code: 'invalid' })
    const { port } = new URL(lab.access.endpoint)
    const report = await testSourceInputs(strict, lab.input({ endpoint: `http://localhost:${port}` }))
    expect(report.console.at(-1)).toMatchObject({
      id: 'reachable',
      status: 'failed',
      message: expect.stringContaining('resolves to a blocked address'),
    })
  })

  it("follows an admin's rules, from the next request on", async () => {
    await setSourceRules(lab.ctx(), { allowedHosts: ['*.example.com'] })
    await expect(listSourceObjects(lab.ctx(), lab.at(''))).rejects.toMatchObject({
      message: expect.stringContaining('do not allow the host'),
    })
    expect((await testSource(lab.ctx(), { id: lab.id })).console).toMatchObject([
      { id: 'address', status: 'failed' },
    ])
    await setSourceRules(lab.ctx(), { allowedHosts: ['*.example.com', '127.0.0.1'] })
    expect((await listSourceObjects(lab.ctx(), lab.at(''))).prefixes).toEqual(['trips/'])
    await setSourceRules(lab.ctx(), { allowedHosts: [] })
  })
})

describe('a test', () => {
  const idsOf = (checks: { id: string; status: string }[]) =>
    checks.map((check) => `${check.id} ${check.status}`)

  it('checks each thing, from the console and from every node', async () => {
    const report = await testSource(lab.ctx('operator'), { id: lab.id })
    expect(report.nodes.flatMap(({ checks }) => checks.filter(({ status }) => status === 'failed'))).toEqual(
      [],
    )
    expect(report.usable).toBe(true)
    expect(idsOf(report.console)).toEqual([
      'address passed',
      'reachable passed',
      'credentials passed',
      'list passed',
      'get passed',
    ])
    expect(report.nodes).toHaveLength(2)
    for (const { checks } of report.nodes) expect(idsOf(checks)).toEqual(['list passed', 'get passed'])
  })

  it.each([
    [{ accessKeyId: 'wrong' }, 'credentials', 'does not know this access key'],
    [{ secretAccessKey: 'wrong' }, 'credentials', 'does not match'],
    [{ buckets: ['no-such-bucket'] }, 'list', 'does not exist'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'reachable', 'does not answer'],
  ] satisfies [Partial<SourceInput>, string, string][])(
    '%j fails at its own step',
    async (change, step, why) => {
      const started = performance.now()
      const report = await testSourceInputs(lab.ctx(), lab.input(change))
      expect(performance.now() - started).toBeLessThan(15_000)
      const failed = report.console.filter(({ status }) => status === 'failed')
      expect(failed).toMatchObject([
        { id: step, message: expect.stringContaining(why), hint: expect.any(String) },
      ])
      for (const { checks } of report.nodes) expect(checks[0]).toMatchObject({ status: 'failed' })
      const { secretAccessKey } = lab.access
      if (showsInTexts(secretAccessKey)) expect(JSON.stringify(report)).not.toContain(secretAccessKey)
    },
  )
})

describe('a named collection', () => {
  it('is created on every node, used, replaced and dropped', async () => {
    const source = await createSource(
      lab.ctx(),
      lab.input({ name: 'Named', auth: 'collection', collectionName: 'src one' }),
    ).catch((error: Error) => error.message)
    expect(source).toContain('collectionName')
    const named = await createSource(
      lab.ctx(),
      lab.input({ name: 'Named', auth: 'collection', collectionName: 'src_one' }),
    )
    const where = { id: named.id, cluster: lab.console.cluster }
    const before = await testSource(lab.ctx(), { id: named.id })
    expect(before.nodes[0]?.checks[0]).toMatchObject({ id: 'collection', status: 'failed' })
    for (const _ of ['created', 'replaced']) {
      const report = await createSourceCollection(lab.ctx(), where)
      expect(report).toMatchObject({ complete: true, nodes: [{ present: true }, { present: true }] })
    }
    expect(
      await lab.console.askAll("SELECT name FROM system.named_collections WHERE name = 'src_one'"),
    ).toEqual([[{ name: 'src_one' }], [{ name: 'src_one' }]])
    expect((await testSource(lab.ctx(), { id: named.id })).usable).toBe(true)
    const rows = await previewObjectRows(lab.ctx(), { ...lab.at('trips/2026/a.csv'), id: named.id })
    expect(rows.rows).toHaveLength(3)
    expect(rows.sql).toContain('s3(`src_one`')
    await expect(removeSource(lab.ctx(), { id: named.id })).rejects.toMatchObject({ code: 'conflict' })
    const changed = {
      ...lab.input({ name: 'Named', auth: 'collection', collectionName: 'src_two' }),
      id: named.id,
    }
    await expect(updateSource(lab.ctx(), changed)).rejects.toMatchObject({ code: 'conflict' })
    expect(await dropSourceCollection(lab.ctx(), where)).toMatchObject({ complete: true })
    await removeSource(lab.ctx(), { id: named.id })
    expect(await lab.console.askAll('SELECT count() AS n FROM system.named_collections')).toMatchObject([
      [{ n: '0' }],
      [{ n: '0' }],
    ])
  })

  it('of someone else is left alone', async () => {
    await lab.console.askAll("CREATE NAMED COLLECTION theirs AS url = 'http://127.0.0.1:1/bucket/'")
    const given = lab.input({ name: 'Theirs', auth: 'collection', collectionName: 'theirs' })
    const source = await createSource(lab.ctx(), given)
    const where = { id: source.id, cluster: lab.console.cluster }
    await expect(createSourceCollection(lab.ctx(), where)).rejects.toMatchObject({ code: 'conflict' })
    await expect(dropSourceCollection(lab.ctx(), where)).rejects.toMatchObject({ code: 'conflict' })
    await lab.console.askAll('DROP NAMED COLLECTION theirs')
    await removeSource(lab.ctx(), { id: source.id })
  })
})

it('no log of any node contains a secret', () => lab.expectNoSecretInLogs())
