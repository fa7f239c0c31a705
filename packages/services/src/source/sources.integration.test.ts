import { gzipSync } from 'node:zlib'
import { defineQuery, writeObjectPath } from '@frostline/clickhouse'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Role } from '../base/actor.ts'
import type { ServiceContext } from '../base/context.ts'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import {
  createDownloadLink,
  createSource,
  createSourceCollection,
  dropSourceCollection,
  getSource,
  listSourceObjects,
  listSources,
  openSource,
  previewObjectRows,
  previewObjectText,
  removeSource,
  type SourceInput,
  searchSourceObjects,
  setSourceRules,
  testSource,
  testSourceInputs,
  updateSource,
} from './index.ts'

const textLog = `<clickhouse><text_log><database>system</database><table>text_log</table>
  <flush_interval_milliseconds>500</flush_interval_milliseconds><level>trace</level></text_log></clickhouse>`

let console_: TestConsole
let store: ObjectStore
let id = ''

const ctx = (role: Role = 'admin'): ServiceContext => ({
  ...console_.ctx,
  actor: { type: 'user', id: role, name: `${role}@example.com`, role },
})
const access = () => console_.stack.objectStore
const input = (change: Partial<SourceInput> = {}): SourceInput => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = access()
  const given = { endpoint, region, buckets: [bucket], accessKeyId, secretAccessKey }
  return { name: 'Store', auth: 'keys', ...given, ...change }
}
const at = (key: string) => ({ id, bucket: access().bucket, key, cluster: console_.cluster })
const put = async (key: string, body: string | Uint8Array) => {
  const outcome = await store.put(access().bucket, key, body)
  expect(outcome).toMatchObject({ kind: 'ok' })
}

beforeAll(async () => {
  console_ = await startConsole({ shards: 2, embeddedOnly: true, dropIns: { 'text-log.xml': textLog } })
  store = createObjectStore(access())
  const created = await createSource(ctx(), input())
  id = created.id
  await put('trips/2026/a.csv', 'id,name\n1,one\n2,\n18446744073709551615,big\n')
  await put('trips/2026/b.csv.gz', gzipSync('id,name\n3,three\n'))
  await put('trips/notes.txt', 'plain words')
})
afterAll(async () => {
  store.close()
  await console_.stop()
})

describe('a source', () => {
  it('is listed without its secret, which no row and no audit entry holds', async () => {
    const [listed] = await listSources(ctx('viewer'))
    expect(listed).toMatchObject({ name: 'Store', hasSecret: true, accessKeyId: access().accessKeyId })
    const rows = await console_.ctx.db.source.findMany()
    const audit = await console_.ctx.db.auditEntry.findMany({ where: { objectType: 'source' } })
    expect(audit.map(({ action }) => action)).toContain('source.create')
    const text = JSON.stringify([listed, rows, audit])
    expect(text).not.toContain(access().secretAccessKey)
    expect(text).not.toContain(Buffer.from(access().secretAccessKey).toString('base64'))
  })

  it('keeps its secret when none is given, for the same endpoint and key alone', async () => {
    await updateSource(ctx(), { id, ...input({ secretAccessKey: '', name: 'Renamed' }) })
    expect((await listSourceObjects(ctx('operator'), at(''))).prefixes).toEqual(['trips/'])
    for (const change of [{ endpoint: 'http://127.0.0.1:9' }, { accessKeyId: 'other' }])
      await expect(
        updateSource(ctx(), { id, ...input({ secretAccessKey: '', ...change }) }),
      ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('another') })
    await updateSource(ctx(), { id, ...input() })
  })

  it('has a name of its own, and a whole key', async () => {
    await expect(createSource(ctx(), input())).rejects.toMatchObject({ code: 'conflict' })
    const lacking = input({ name: 'Other', secretAccessKey: '' })
    await expect(createSource(ctx(), lacking)).rejects.toMatchObject({
      message: expect.stringContaining('secretAccessKey'),
    })
  })

  it('is changed by admins, browsed by operators, seen by viewers', async () => {
    await expect(createSource(ctx('operator'), input({ name: 'X' }))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(listSourceObjects(ctx('viewer'), at(''))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(testSource(ctx('viewer'), { id })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getSource(ctx('viewer'), { id })).toMatchObject({ name: 'Store' })
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
  ])('%s is refused', async (endpoint, why) => {
    await expect(createSource(ctx(), input({ name: 'Bad', endpoint }))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(why),
    })
  })

  it('on this machine is refused where the environment does not allow it, also behind a name', async () => {
    const strict = { ...ctx(), sourceAddresses: undefined }
    await expect(createSource(strict, input({ name: 'Bad' }))).rejects.toMatchObject({ code: 'invalid' })
    const { port } = new URL(access().endpoint)
    const report = await testSourceInputs(strict, input({ endpoint: `http://localhost:${port}` }))
    expect(report.console.at(-1)).toMatchObject({
      id: 'reachable',
      status: 'failed',
      message: expect.stringContaining('nothing is sent to'),
    })
  })

  it('follows the rules of an admin, from the next request on', async () => {
    await setSourceRules(ctx(), { allowedHosts: ['*.example.com'] })
    await expect(listSourceObjects(ctx(), at(''))).rejects.toMatchObject({
      message: expect.stringContaining('do not allow the host'),
    })
    expect((await testSource(ctx(), { id })).console).toMatchObject([{ id: 'address', status: 'failed' }])
    await setSourceRules(ctx(), { allowedHosts: ['*.example.com', '127.0.0.1'] })
    expect((await listSourceObjects(ctx(), at(''))).prefixes).toEqual(['trips/'])
    await setSourceRules(ctx(), { allowedHosts: [] })
  })
})

describe('a test', () => {
  const idsOf = (checks: { id: string; status: string }[]) =>
    checks.map((check) => `${check.id} ${check.status}`)

  it('looks at each thing, from the console and from every node', async () => {
    const report = await testSource(ctx('operator'), { id })
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
    [{ secretAccessKey: 'wrong' }, 'credentials', 'does not fit'],
    [{ buckets: ['no-such-bucket'] }, 'list', 'no such bucket'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'reachable', 'does not answer'],
  ] satisfies [Partial<SourceInput>, string, string][])(
    '%j fails at its own step',
    async (change, step, why) => {
      const started = performance.now()
      const report = await testSourceInputs(ctx(), input(change))
      expect(performance.now() - started).toBeLessThan(15_000)
      const failed = report.console.filter(({ status }) => status === 'failed')
      expect(failed).toMatchObject([
        { id: step, message: expect.stringContaining(why), hint: expect.any(String) },
      ])
      for (const { checks } of report.nodes) expect(checks[0]).toMatchObject({ status: 'failed' })
      expect(JSON.stringify(report)).not.toContain(access().secretAccessKey)
    },
  )
})

describe('the browser', () => {
  it('goes through folders page by page', async () => {
    const folder = { ...at(''), prefix: 'trips/', pageSize: 2 }
    const first = await listSourceObjects(ctx('operator'), folder)
    expect([...first.prefixes, ...first.objects.map(({ key }) => key)]).toEqual([
      'trips/2026/',
      'trips/notes.txt',
    ])
    expect(first.objects[0]).toMatchObject({
      sizeBytes: 11n,
      storageClass: 'STANDARD',
      etag: expect.any(String),
    })
    const inside = { ...at(''), prefix: 'trips/2026/', pageSize: 1 }
    const one = await listSourceObjects(ctx('operator'), inside)
    const two = await listSourceObjects(ctx('operator'), { ...inside, cursor: one.nextCursor ?? '' })
    expect([one, two].flatMap(({ objects }) => objects.map(({ key }) => key))).toEqual([
      'trips/2026/a.csv',
      'trips/2026/b.csv.gz',
    ])
    expect(two.nextCursor).toBe(null)
  })

  it('stays in the buckets of the source', async () => {
    await expect(listSourceObjects(ctx(), { ...at(''), bucket: 'other' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('searches by a part of the name and by glob', async () => {
    const search = async (text: string) => {
      const answer = await searchSourceObjects(ctx('operator'), { ...at(''), prefix: 'trips/', text })
      return answer.matches.map(({ key }) => key)
    }
    expect(await search('NOTES')).toEqual(['trips/notes.txt'])
    expect(await search('*.csv')).toEqual([])
    expect(await search('2026/*.{csv,csv.gz}')).toEqual(['trips/2026/a.csv', 'trips/2026/b.csv.gz'])
  })

  it('shows the first rows as the engine reads them, and the statement without keys', async () => {
    const plain = await previewObjectRows(ctx('operator'), at('trips/2026/a.csv'))
    expect(plain).toMatchObject({ format: 'CSVWithNames', compression: 'none' })
    expect(plain.columns.map(({ name }) => name)).toEqual(['id', 'name'])
    expect(plain.rows).toEqual([
      ['1', 'one'],
      ['2', null],
      ['18446744073709551615', 'big'],
    ])
    expect(plain.sql).toContain('[HIDDEN]')
    expect(plain.sql).not.toContain(access().secretAccessKey)
    const packed = await previewObjectRows(ctx('operator'), at('trips/2026/b.csv.gz'))
    expect(packed).toMatchObject({ compression: 'gzip', rows: [['3', 'three']] })
    const lines = await previewObjectRows(ctx('operator'), { ...at('trips/2026/a.csv'), format: 'TSV' })
    expect(lines.rows[0]).toEqual(['id,name'])
  })

  it('says why an object cannot be read so', async () => {
    const preview = (key: string, format: 'Parquet' | undefined) =>
      previewObjectRows(ctx('operator'), { ...at(key), format })
    await expect(preview('trips/2026/a.csv', 'Parquet')).rejects.toMatchObject({ code: 'refused' })
    await expect(preview('trips/notes.txt', undefined)).rejects.toMatchObject({ code: 'invalid' })
    await expect(preview('trips/gone.csv', undefined)).rejects.toMatchObject({ code: 'refused' })
  })

  it('shows raw text of anything', async () => {
    await put('big.bin', Buffer.alloc(100_000, 1))
    await put('empty', '')
    expect(await previewObjectText(ctx('operator'), at('trips/notes.txt'))).toMatchObject({
      text: 'plain words',
      looksBinary: false,
    })
    expect(await previewObjectText(ctx('operator'), at('big.bin'))).toMatchObject({
      readBytes: 65_536,
      sizeBytes: 100_000n,
      looksBinary: true,
    })
    expect(await previewObjectText(ctx('operator'), at('empty'))).toMatchObject({ text: '', readBytes: 0 })
  })

  it.each([
    "quo'te.csv",
    'per%41.csv',
    'a b/c d.csv',
    'ü 漢😀.csv',
    'one{a,b}.csv',
    'star*.csv',
    'line\nbreak.csv',
    'hash#?v=1.csv',
    "'); DROP TABLE x --.csv",
  ])('reads and links to %j itself', async (key) => {
    await put(key, 'a\nright\n')
    const page = await searchSourceObjects(ctx('operator'), { ...at(''), prefix: key, text: '**' })
    expect(page.matches.map((match) => match.key)).toEqual([key])
    expect((await previewObjectRows(ctx('operator'), at(key))).rows).toEqual([['right']])
    expect((await previewObjectText(ctx('operator'), at(key))).text).toBe('a\nright\n')
    const { url } = await createDownloadLink(ctx('operator'), at(key))
    const answer = await fetch(url)
    expect(await answer.text()).toBe('a\nright\n')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it.each(['/lead.csv', 'd//e.csv'])(
    'refuses to have ClickHouse read %j, and shows its text',
    async (key) => {
      await put(key, 'a\nright\n')
      await expect(previewObjectRows(ctx('operator'), at(key))).rejects.toMatchObject({ code: 'invalid' })
      expect((await previewObjectText(ctx('operator'), at(key))).text).toBe('a\nright\n')
    },
  )

  it('makes no link that a browser would turn into another', async () => {
    await put('a/../b.csv', 'a\nright\n')
    expect((await previewObjectRows(ctx('operator'), at('a/../b.csv'))).rows).toEqual([['right']])
    await expect(createDownloadLink(ctx('operator'), at('a/../b.csv'))).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('refuses rows of an object whose name is a pattern for others too', async () => {
    await put('pair*.csv', 'a\nright\n')
    await put('pair!.csv', 'b\nwrong\n')
    await expect(previewObjectRows(ctx('operator'), at('pair*.csv'))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('other objects'),
    })
  })

  it('writes down who made a link to what, and not the link', async () => {
    const { url } = await createDownloadLink(ctx('operator'), at('trips/notes.txt'))
    const entry = await console_.ctx.db.auditEntry.findFirstOrThrow({
      where: { action: 'source.create-download-link' },
      orderBy: { at: 'desc' },
    })
    expect(entry).toMatchObject({ actorName: 'operator@example.com', details: { key: 'trips/notes.txt' } })
    expect(JSON.stringify(entry)).not.toContain(new URL(url).searchParams.get('X-Amz-Signature'))
    expect((await fetch(url.replace(/Signature=.{4}/, 'Signature=0000'))).status).toBe(403)
  })
})

describe('a named collection', () => {
  it('is created on every node, used, replaced and dropped', async () => {
    const source = await createSource(
      ctx(),
      input({ name: 'Named', auth: 'collection', collectionName: 'src one' }),
    ).catch((error: Error) => error.message)
    expect(source).toContain('collectionName')
    const named = await createSource(
      ctx(),
      input({ name: 'Named', auth: 'collection', collectionName: 'src_one' }),
    )
    const where = { id: named.id, cluster: console_.cluster }
    const before = await testSource(ctx(), { id: named.id })
    expect(before.nodes[0]?.checks[0]).toMatchObject({ id: 'collection', status: 'failed' })
    for (const _ of ['created', 'replaced']) {
      const report = await createSourceCollection(ctx(), where)
      expect(report).toMatchObject({ complete: true, nodes: [{ present: true }, { present: true }] })
    }
    expect(await console_.askAll("SELECT name FROM system.named_collections WHERE name = 'src_one'")).toEqual(
      [[{ name: 'src_one' }], [{ name: 'src_one' }]],
    )
    expect((await testSource(ctx(), { id: named.id })).usable).toBe(true)
    const rows = await previewObjectRows(ctx(), { ...at('trips/2026/a.csv'), id: named.id })
    expect(rows.rows).toHaveLength(3)
    expect(rows.sql).toContain('s3(`src_one`')
    await expect(removeSource(ctx(), { id: named.id })).rejects.toMatchObject({ code: 'conflict' })
    const changed = {
      ...input({ name: 'Named', auth: 'collection', collectionName: 'src_two' }),
      id: named.id,
    }
    await expect(updateSource(ctx(), changed)).rejects.toMatchObject({ code: 'conflict' })
    expect(await dropSourceCollection(ctx(), where)).toMatchObject({ complete: true })
    await removeSource(ctx(), { id: named.id })
    expect(await console_.askAll('SELECT count() AS n FROM system.named_collections')).toMatchObject([
      [{ n: '0' }],
      [{ n: '0' }],
    ])
  })

  it('of somebody else is left alone', async () => {
    await console_.askAll("CREATE NAMED COLLECTION theirs AS url = 'http://127.0.0.1:1/bucket/'")
    const given = input({ name: 'Theirs', auth: 'collection', collectionName: 'theirs' })
    const source = await createSource(ctx(), given)
    const where = { id: source.id, cluster: console_.cluster }
    await expect(createSourceCollection(ctx(), where)).rejects.toMatchObject({ code: 'conflict' })
    await expect(dropSourceCollection(ctx(), where)).rejects.toMatchObject({ code: 'conflict' })
    await console_.askAll('DROP NAMED COLLECTION theirs')
    await removeSource(ctx(), { id: source.id })
  })
})

it('a key made of anything is read alone and exactly, beside keys that its wildcards would match', async () => {
  const { bucket } = access()
  const hostile = fc.constantFrom(...'ab/.*?{},%41#&+:;\'"`\\$[]()|!~ \n\t=@漢é😀')
  const keys = fc
    .string({ unit: hostile, minLength: 1, maxLength: 12 })
    .filter((key) => writeObjectPath(key).kind !== 'unreadable')
  const { nodes } = await console_.ctx.clusters.get(console_.cluster)
  const source = await openSource(ctx(), id)
  await fc.assert(
    fc.asyncProperty(keys, async (tail) => {
      const key = `p/${tail}`
      await put(key.replace(/[*?{\n]/g, 'x'), 'decoy')
      await put(key, JSON.stringify(key))
      const s3 = source.arguments(bucket, {
        key,
        format: 'LineAsString',
        structure: 'text String',
        compression: 'none',
      })
      const read = await nodes[0]?.client.query(
        defineQuery({
          name: 'read_exact',
          params: z.record(z.string(), z.string()),
          row: z.object({ text: z.string() }),
          sql: `SELECT text FROM s3(${s3.sql}) WHERE _path = {exact: String}`,
        }),
        {
          ...Object.fromEntries(Object.entries(s3.params).map(([name, value]) => [name, String(value)])),
          exact: `${bucket}/${key}`,
        },
      )
      expect(read?.rows).toEqual([{ text: JSON.stringify(key) }])
    }),
    { numRuns: 60, examples: [['a*b'], ['{1..3}'], ['x\n?'], ['%2A'], ['..'], ['a::b']] },
  )
  source.close()
})

it('gives statements arguments that fit s3Cluster as well', async () => {
  const source = await openSource(ctx(), id)
  const { sql, params } = source.arguments(access().bucket, {
    glob: 'trips/2026/*.csv*',
    format: 'CSVWithNames',
  })
  source.close()
  const { nodes, clusterName } = await console_.ctx.clusters.get(console_.cluster)
  const sent = await nodes[0]?.client.command({
    sql: `SELECT throwIf(count() != 4) FROM s3Cluster(${clusterName}, ${sql})`,
    params,
    queryId: crypto.randomUUID(),
  })
  expect(sent).toMatchObject({ kind: 'ok' })
})

it('no log of any node holds a secret', async () => {
  await console_.askAll('SYSTEM FLUSH LOGS')
  const secret = access().secretAccessKey
  // In two halves, or this very statement would be found.
  const needle = `concat('${secret.slice(0, 16)}', '${secret.slice(16)}')`
  const [looked] = await console_.askAll<{ n: string }>(
    "SELECT count() AS n FROM system.query_log WHERE query LIKE '%s3(%'",
  )
  expect(Number(looked?.[0]?.n)).toBeGreaterThan(10)
  for (const [table, text] of [
    ['query_log', 'concat(query, formatted_query, exception)'],
    ['text_log', 'message'],
    ['processes', 'query'],
  ])
    expect(
      await console_.askAll(
        `SELECT count() AS n FROM system.${table} WHERE position(${text}, ${needle}) > 0`,
      ),
      table,
    ).toMatchObject([[{ n: '0' }], [{ n: '0' }]])
})
