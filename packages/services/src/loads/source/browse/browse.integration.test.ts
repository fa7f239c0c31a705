import { gzipSync } from 'node:zlib'
import { defineQuery } from '@frostline/clickhouse'
import { writeObjectPath } from '@frostline/domain'
import { keepsKey } from '@frostline/embedded/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createDownloadLink,
  listSourceObjects,
  openSource,
  previewObjectRows,
  previewObjectText,
  searchSourceObjects,
} from '../index.ts'
import { type SourceLab, startSourceLab } from '../testing/source-lab.ts'

let lab: SourceLab

beforeAll(async () => {
  lab = await startSourceLab()
  await lab.put('trips/2026/a.csv', 'id,name\n1,one\n2,\n18446744073709551615,big\n')
  await lab.put('trips/2026/b.csv.gz', gzipSync('id,name\n3,three\n'))
  await lab.put('trips/notes.txt', 'plain words')
})
afterAll(() => lab?.stop())

describe('the browser', () => {
  it('lists folders page by page', async () => {
    const folder = { ...lab.at(''), prefix: 'trips/', pageSize: 2 }
    const first = await listSourceObjects(lab.ctx('operator'), folder)
    expect([...first.prefixes, ...first.objects.map(({ key }) => key)]).toEqual([
      'trips/2026/',
      'trips/notes.txt',
    ])
    expect(first.objects[0]).toMatchObject({
      sizeBytes: 11n,
      storageClass: 'STANDARD',
      etag: expect.any(String),
    })
    const inside = { ...lab.at(''), prefix: 'trips/2026/', pageSize: 1 }
    const one = await listSourceObjects(lab.ctx('operator'), inside)
    const two = await listSourceObjects(lab.ctx('operator'), { ...inside, cursor: one.nextCursor ?? '' })
    expect([one, two].flatMap(({ objects }) => objects.map(({ key }) => key))).toEqual([
      'trips/2026/a.csv',
      'trips/2026/b.csv.gz',
    ])
    expect(two.nextCursor).toBe(null)
  })

  it('stays in the buckets of the source', async () => {
    await expect(listSourceObjects(lab.ctx(), { ...lab.at(''), bucket: 'other' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('searches by a substring of the name and by glob', async () => {
    const search = async (text: string) => {
      const answer = await searchSourceObjects(lab.ctx('operator'), { ...lab.at(''), prefix: 'trips/', text })
      return answer.matches.map(({ key }) => key)
    }
    expect(await search('NOTES')).toEqual(['trips/notes.txt'])
    expect(await search('*.csv')).toEqual([])
    expect(await search('2026/*.{csv,csv.gz}')).toEqual(['trips/2026/a.csv', 'trips/2026/b.csv.gz'])
  })

  it('shows the first rows as the engine reads them, and the statement without keys', async () => {
    const plain = await previewObjectRows(lab.ctx('operator'), lab.at('trips/2026/a.csv'))
    expect(plain).toMatchObject({ format: 'CSVWithNames', compression: 'none' })
    expect(plain.columns.map(({ name }) => name)).toEqual(['id', 'name'])
    expect(plain.rows).toEqual([
      ['1', 'one'],
      ['2', null],
      ['18446744073709551615', 'big'],
    ])
    expect(plain.sql).toContain('[HIDDEN]')
    expect(plain.sql).not.toContain(lab.access.secretAccessKey)
    const packed = await previewObjectRows(lab.ctx('operator'), lab.at('trips/2026/b.csv.gz'))
    expect(packed).toMatchObject({ compression: 'gzip', rows: [['3', 'three']] })
    const lines = await previewObjectRows(lab.ctx('operator'), {
      ...lab.at('trips/2026/a.csv'),
      format: 'TSV',
    })
    expect(lines.rows[0]).toEqual(['id,name'])
  })

  it('reports why an object cannot be read this way', async () => {
    const preview = (key: string, format: 'Parquet' | undefined) =>
      previewObjectRows(lab.ctx('operator'), { ...lab.at(key), format })
    await expect(preview('trips/2026/a.csv', 'Parquet')).rejects.toMatchObject({ code: 'refused' })
    await expect(preview('trips/notes.txt', undefined)).rejects.toMatchObject({ code: 'invalid' })
    await expect(preview('trips/gone.csv', undefined)).rejects.toMatchObject({ code: 'refused' })
  })

  it('shows raw text of anything', async () => {
    await lab.put('big.bin', Buffer.alloc(100_000, 1))
    await lab.put('empty', '')
    expect(await previewObjectText(lab.ctx('operator'), lab.at('trips/notes.txt'))).toMatchObject({
      text: 'plain words',
      looksBinary: false,
    })
    expect(await previewObjectText(lab.ctx('operator'), lab.at('big.bin'))).toMatchObject({
      readBytes: 65_536,
      sizeBytes: 100_000n,
      looksBinary: true,
    })
    expect(await previewObjectText(lab.ctx('operator'), lab.at('empty'))).toMatchObject({
      text: '',
      readBytes: 0,
    })
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
  ])('reads and links to exactly %j', async (key) => {
    await lab.put(key, 'a\nright\n')
    const page = await searchSourceObjects(lab.ctx('operator'), { ...lab.at(''), prefix: key, text: '**' })
    expect(page.matches.map((match) => match.key)).toEqual([key])
    expect((await previewObjectRows(lab.ctx('operator'), lab.at(key))).rows).toEqual([['right']])
    expect((await previewObjectText(lab.ctx('operator'), lab.at(key))).text).toBe('a\nright\n')
    const { url } = await createDownloadLink(lab.ctx('operator'), lab.at(key))
    const answer = await fetch(url)
    expect(await answer.text()).toBe('a\nright\n')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it.each(['/lead.csv', 'd//e.csv'])('never has ClickHouse read %j, and shows its text', async (key) => {
    await lab.put(key, 'a\nright\n')
    await expect(previewObjectRows(lab.ctx('operator'), lab.at(key))).rejects.toMatchObject({
      code: 'invalid',
    })
    expect((await previewObjectText(lab.ctx('operator'), lab.at(key))).text).toBe('a\nright\n')
  })

  it('creates no link that a browser would turn into another', async () => {
    await lab.put('a/../b.csv', 'a\nright\n')
    expect((await previewObjectRows(lab.ctx('operator'), lab.at('a/../b.csv'))).rows).toEqual([['right']])
    await expect(createDownloadLink(lab.ctx('operator'), lab.at('a/../b.csv'))).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('refuses rows of an object whose name is a pattern that matches others', async () => {
    await lab.put('pair*.csv', 'a\nright\n')
    await lab.put('pair!.csv', 'b\nwrong\n')
    await expect(previewObjectRows(lab.ctx('operator'), lab.at('pair*.csv'))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('other objects'),
    })
  })

  it('audits who created a link to what, without the link', async () => {
    const { url } = await createDownloadLink(lab.ctx('operator'), lab.at('trips/notes.txt'))
    const entry = await lab.console.ctx.db.auditEntry.findFirstOrThrow({
      where: { action: 'source.create-download-link' },
      orderBy: { at: 'desc' },
    })
    expect(entry).toMatchObject({ actorName: 'operator@example.com', details: { key: 'trips/notes.txt' } })
    expect(JSON.stringify(entry)).not.toContain(new URL(url).searchParams.get('X-Amz-Signature'))
    expect((await fetch(url.replace(/Signature=.{4}/, 'Signature=0000'))).status).toBe(403)
  })
})

it('any key is read alone and exactly, beside keys that its wildcards would match', async () => {
  const { bucket } = lab.access
  const hostile = fc.constantFrom(...'ab/.*?{},%41#&+:;\'"`\\$[]()|!~ \n\t=@漢é😀')
  const keys = fc
    .string({ unit: hostile, minLength: 1, maxLength: 12 })
    .filter((key) => writeObjectPath(key).kind !== 'unreadable')
  const { nodes } = await lab.console.ctx.clusters.get(lab.console.cluster)
  const source = await openSource(lab.ctx(), lab.id)
  let read = 0
  await fc.assert(
    fc.asyncProperty(keys, async (tail) => {
      const key = `p/${tail}`
      for (const [name, text] of [
        [key.replace(/[*?{\n]/g, 'x'), 'decoy'],
        [key, JSON.stringify(key)],
      ] as const) {
        const put = await lab.store.put(bucket, name, text)
        if (!(await keepsKey(lab.access, name))) return
        expect(put).toMatchObject({ kind: 'ok' })
      }
      read += 1
      const s3 = source.arguments(bucket, {
        key,
        format: 'LineAsString',
        structure: 'text String',
        compression: 'none',
      })
      const answer = await nodes[0]?.client.query(
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
      expect(answer?.rows).toEqual([{ text: JSON.stringify(key) }])
    }),
    { numRuns: 60, examples: [['a*b'], ['{1..3}'], ['x\n?'], ['%2A'], ['..'], ['a::b']] },
  )
  expect(read).toBeGreaterThan(30)
  source.close()
})

it('gives statements arguments that also work for s3Cluster', async () => {
  const source = await openSource(lab.ctx(), lab.id)
  const { sql, params } = source.arguments(lab.access.bucket, {
    glob: 'trips/2026/*.csv*',
    format: 'CSVWithNames',
  })
  source.close()
  const { nodes, clusterName } = await lab.console.ctx.clusters.get(lab.console.cluster)
  const sent = await nodes[0]?.client.command({
    sql: `SELECT throwIf(count() != 4) FROM s3Cluster(${clusterName}, ${sql})`,
    params,
    queryId: crypto.randomUUID(),
  })
  expect(sent).toMatchObject({ kind: 'ok' })
})

it('no log of any node holds a secret', () => lab.expectNoSecretInLogs())
