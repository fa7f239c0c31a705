import { archiveManifest } from '@frostline/domain'
import { previewArchive } from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

/** Types that Parquet does not keep, and SQL over `number`. */
const matrix: readonly (readonly [type: string, value: string])[] = [
  [
    'JSON',
    `concat('{"a": ', toString(number), ', "b": {"c": [1, 2.5, "x"]}, "d', toString(number % 3), '": 1.0}')`,
  ],
  ['JSON(a UInt32, max_dynamic_paths = 2)', `concat('{"a": 1, "k', toString(number), '": "2024-01-01"}')`],
  [
    'Variant(String, UInt64, Array(UInt8))',
    'multiIf(number % 3 = 0, number::Variant(String, UInt64, Array(UInt8)), number % 3 = 1, toString(number)::Variant(String, UInt64, Array(UInt8)), NULL)',
  ],
  ['Dynamic', "multiIf(number % 3 = 0, number::Dynamic, number % 3 = 1, 'x'::Dynamic, NULL)"],
  ['Array(Variant(String, UInt64))', "[number::Variant(String, UInt64), 'a'::Variant(String, UInt64)]"],
  ['Tuple(a Dynamic, b String)', "(number::Dynamic, 'b')"],
  ['Map(String, JSON)', `map('a', '{"x": 1.5}'::JSON)`],
]

const insert = () =>
  `INSERT INTO lab.native (p, n, t, ${matrix.map((_, at) => `c${at}`).join(', ')})
   SELECT number % 2, number, CAST(number AS Time), ${matrix.map(([type, value]) => `CAST(${value} AS ${type})`).join(', ')} FROM numbers(60)`

it('writes types that Parquet does not keep as Native, says so before, and brings them back equal', async () => {
  await lab.command(
    `CREATE TABLE lab.native (p UInt8, n UInt64, t Time, ${matrix.map(([type], at) => `c${at} ${type}`).join(', ')})
     ENGINE = MergeTree PARTITION BY p ORDER BY n`,
  )
  await lab.command(insert())
  const choice = { kind: 'partitions' as const, partitionIds: ['0', '1'] }
  const preview = await previewArchive(lab.admin, {
    ...{ cluster: lab.clusterId, database: 'lab', table: 'native', choice },
    source: { id: lab.sourceId, bucket: lab.bucket },
  })
  expect(preview).toMatchObject({ format: 'Native', obstacles: [] })
  expect(preview.remarks.filter(({ text }) => text.includes('Native')).map(({ column }) => column)).toEqual(
    matrix.map((_, at) => `c${at}`),
  )
  const id = await lab.start('native', { choice })
  expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
  await lab.approve(id)
  await lab.drive(id)
  await lab.passGrace(id)
  expect(await lab.drive(id)).toMatchObject({ status: 'completed', error: null })
  const restored = await lab.restore({ archiveId: id, mode: 'beside', table: 'native_back' })
  expect(restored).toMatchObject({ status: 'completed', error: null })
  // By its manifest alone, into the empty table.
  for (const { manifestKey } of await lab.steps(id)) {
    const got = await lab.objects.get(lab.bucket, manifestKey ?? '')
    if (got.kind !== 'ok') throw new Error(got.message)
    const manifest = archiveManifest.parse(JSON.parse(Buffer.concat(await got.body.toArray()).toString()))
    const { endpoint, accessKeyId, secretAccessKey } = lab.store
    await lab.command(
      manifest.restoreSql
        .replace('<endpoint>', endpoint)
        .replace('<access key>', accessKeyId)
        .replace('<secret key>', secretAccessKey),
    )
  }
  const types = matrix.map(
    ([type], at) => [type, `toJSONString(tuple(n, t, c${at})), toTypeName(c${at})`] as const,
  )
  for (const [type, columns] of types)
    expect([type, await lab.sum('native', '1', columns)]).toEqual([
      type,
      await lab.sum('native_back', '1', columns),
    ])
  await lab.command('TRUNCATE TABLE lab.native')
  await lab.command(insert())
  for (const [type, columns] of types)
    expect([type, await lab.sum('native', '1', columns)]).toEqual([
      type,
      await lab.sum('native_back', '1', columns),
    ])
})
