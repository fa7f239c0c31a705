import { quoteIdentifier } from '@frostline/clickhouse'
import { startLoad } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
})
afterAll(() => lab?.close())

const names = [
  ...["it's", 'q"uote', 'back`tick', 'back\\slash', '50%', '{x}', '{x: String}', 'a b', ' led'],
  ...[
    'nl\nx',
    'tab\tx',
    'semi; DROP TABLE lab.x',
    '-- c',
    '/* c',
    'ünï😀',
    '(',
    ')',
    ',',
    'a.b',
    'SELECT',
    '1',
  ],
]
const table = 'le `it\'s" {tä😀}'
const q = quoteIdentifier
/** Of each row and column another one: quotes, escapes, terminators, NULL as formats write it, bytes that are no UTF-8. */
const value = (column: number) =>
  `['', '\\'', '"', '\`', '\\\\N', '\\\\', '\\n', '\\r\\n', '\\t', '\\0', ',', 'ünï😀', '{x: String}', '%s', 'NULL', '\\xff']
    [(number + ${column}) % 16 + 1] || toString(number)`

it.each(['Parquet', 'CSVWithNames', 'TSVWithNames', 'JSONEachRow'] as const)(
  'loads %s whose columns and values, into a table whose name, would break a statement',
  async (format) => {
    const [, admin] = lab.admins[0] ?? []
    if (!admin) throw new Error('The lab has no node.')
    for (const [, client] of lab.admins) {
      await client.command({
        query: `CREATE OR REPLACE TABLE lab.${q(table)} (${names.map((name) => `${q(name)} String`).join(', ')})
          ENGINE = MergeTree ORDER BY ${q("it's")} PARTITION BY cityHash64(${q('{x}')}) % 3`,
      })
      await client.command({
        query: `CREATE OR REPLACE TABLE lab.${q(`${table} all`)} AS lab.${q(table)}
          ENGINE = Distributed('${lab.cluster}', lab, ${q(table)}, rand())`,
      })
    }
    const selected = names.map((name, column) => `${value(column)} AS ${q(name)}`).join(', ')
    const key = `${format}/data`
    await admin.command({
      query: `INSERT INTO FUNCTION s3({url: String}, {id: String}, {secret: String}, '${format}') SELECT ${selected} FROM numbers(1000)`,
      query_params: {
        url: `${lab.store.endpoint}/${lab.bucket}/${key}`,
        id: lab.store.accessKeyId,
        secret: lab.store.secretAccessKey,
      },
      clickhouse_settings: { s3_truncate_on_insert: 1 },
    })
    const { id } = await startLoad(lab.loadCtx, {
      cluster: lab.clusterId,
      source: { id: lab.sourceId, bucket: lab.bucket, selection: { kind: 'keys', keys: [key] } },
      read: { format, compression: 'none', columns: names.map((name) => ({ name, type: 'String' })) },
      target: { database: 'lab', table: `${table} all` },
      mapping: names.map((name) => ({ column: name, expression: q(name) })),
    })
    const job = await lab.drive(id)
    expect([job.status, job.error, job.rowsAfter]).toEqual(['completed', null, 1000n])
    const sum = (from: string) =>
      lab.rows<{ rows: string; sum: string }>(
        admin,
        `SELECT toString(count()) AS rows, toString(sum(cityHash64(${names.map(q).join(', ')}))) AS sum FROM ${from}`,
      )
    expect(await sum(`lab.${q(`${table} all`)}`)).toEqual(
      await sum(`(SELECT ${selected} FROM numbers(1000))`),
    )
  },
)
