import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { createSource } from '../source/index.ts'
import { type LoadDraft, tryLoad } from './index.ts'

const objects = 8
const rowsOfObject = 20_000

let at: TestConsole
let node = ''
let sourceId = ''

beforeAll(async () => {
  at = await startConsole({ shards: 1, embeddedOnly: true })
  node = at.stack.clickhouse.nodes[0]?.name ?? ''
  const { endpoint, region, accessKeyId, secretAccessKey, bucket } = at.stack.objectStore
  const keys = { endpoint, region, accessKeyId, secretAccessKey }
  const source = await createSource(at.ctx, { ...keys, name: 'Store', auth: 'keys', buckets: [bucket] })
  sourceId = source.id
  await at.ask(node, 'CREATE DATABASE shop')
})
afterAll(() => at?.stop())

it.each([
  ['CSVWithNames', 'none', ''],
  ['CSVWithNames', 'zstd', ''],
  ['TSVWithNames', 'lz4', ''],
  ['JSONEachRow', 'gzip', ''],
  ['Parquet', 'none', ''],
  // Half of the columns: what is read is less than what the objects have.
  ['Parquet', 'none', 'id, at'],
  ['ORC', 'none', ''],
  ['Avro', 'none', ''],
] as const)(
  'of %s, %s, by three of eight objects: rows and size on disk',
  async (format, compression, only) => {
    const { endpoint, accessKeyId, secretAccessKey, bucket } = at.stack.objectStore
    const folder = `${format}-${compression}-${only === '' ? 'all' : 'some'}`
    const structure = 'id Int64, at Int64, name String, amount Float64'
    const columns = only === '' ? 'id, at, name, amount' : only
    const s3 = (key: string) =>
      `s3('${endpoint}/${bucket}/${folder}/${key}', '${accessKeyId}', '${secretAccessKey}', '${format}', '${structure}', '${compression}')`
    for (let object = 0; object < objects; object++)
      await at.ask(
        node,
        `INSERT INTO FUNCTION ${s3(`${object}.data`)} SELECT number + ${object * rowsOfObject},
         1700000000 + intDiv(number, 7), concat('n', toString(cityHash64(number, ${object}) % 100000)), (number % 977) / 8
       FROM numbers(${rowsOfObject})`,
      )
    const table = `t_${folder.replaceAll('-', '_').toLowerCase()}`
    await at.ask(
      node,
      `CREATE TABLE shop.${table} (id Int64, at Int64, name String, amount Float64) ENGINE = MergeTree ORDER BY id`,
    )
    const read: LoadDraft['read'] = {
      ...{ format, compression },
      columns: structure.split(', ').map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { name, type }
      }),
    }
    const trial = await tryLoad(at.ctx, {
      cluster: at.cluster,
      source: { id: sourceId, bucket, selection: { kind: 'glob', glob: `${folder}/*.data` } },
      read,
      target: { database: 'shop', table },
      mapping: columns.split(', ').map((column) => ({ column, expression: column })),
    })
    expect(trial.sampleObjects).toBe(3)
    const rows = objects * rowsOfObject
    expect(Math.abs(Number(trial.rows) - rows) / rows).toBeLessThan(0.02)

    await at.ask(node, `INSERT INTO shop.${table} (${columns}) SELECT ${columns} FROM ${s3('*.data')}`)
    const [stored] = await at.ask<{ n: string }>(
      node,
      `SELECT toString(sum(bytes_on_disk)) AS n FROM system.parts WHERE active AND database = 'shop' AND table = '${table}'`,
    )
    const bytes = Number(stored?.n)
    expect(Math.abs(Number(trial.diskBytes) - bytes) / bytes).toBeLessThan(0.15)
  },
)
