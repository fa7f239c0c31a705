import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedClickhouse, startClickhouseCluster } from '../clickhouse/start-cluster.ts'
import { ACCESS_KEY_ID, openTestStore, SECRET_ACCESS_KEY, type TestStore } from './testing/test-store.ts'

/** The store with the ClickHouse engine's S3 client: table functions, and disks of MergeTree tables. */
let store: TestStore
let cluster: EmbeddedClickhouse
let folder: string

beforeAll(async () => {
  store = await openTestStore({ buckets: ['bucket', 'disks'] })
  folder = mkdtempSync(join(tmpdir(), 's3-store-engine-'))
  cluster = await startClickhouseCluster({
    dataDir: folder,
    shards: 1,
    objectStore: {
      endpoint: store.handle.endpoint,
      bucket: 'disks',
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
    },
  })
})
afterEach(() => store.handle.clearFaults())
afterAll(async () => {
  await cluster?.stop()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs one statement; returns its rows as tab-separated text. An error starts with its code. */
async function run(sql: string, settings: Record<string, string | number> = {}): Promise<string> {
  const { username, password } = cluster.users.admin
  const query = new URLSearchParams(
    Object.entries(settings).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await fetch(`${cluster.nodes[0]?.httpUrl}/?${query}`, {
    method: 'POST',
    headers: { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
    body: sql,
  })
  const text = (await response.text()).trim()
  if (!response.ok) throw new Error(text)
  return text
}

function s3(
  path: string,
  format: string,
  credentials = `'${ACCESS_KEY_ID}', '${SECRET_ACCESS_KEY}'`,
): string {
  return `s3('${store.handle.endpoint}/bucket/${path}', ${credentials}, '${format}')`
}

async function listKeys(Bucket: string, Prefix = ''): Promise<string[]> {
  const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket, Prefix }))
  return Contents.map(({ Key }) => Key ?? '')
}

describe('the s3 table function', () => {
  it.each(['CSVWithNames', 'Parquet', 'JSONEachRow', 'Native', 'ORC'])(
    'writes and reads %s',
    async (format) => {
      const target = s3(`formats/${format}.data`, format)
      await run(
        `INSERT INTO FUNCTION ${target} SELECT number AS n, toString(number) AS s FROM numbers(10000)`,
      )
      expect(await run(`SELECT count(), sum(n), uniqExact(s) FROM ${target}`)).toBe('10000\t49995000\t10000')
      expect(await run(`DESCRIBE ${target} FORMAT TSV`)).toContain('n\t')
    },
  )

  it('reads compressed files by globs, with their sizes and quoted ETags', async () => {
    for (const n of [1, 2, 3]) {
      await run(
        `INSERT INTO FUNCTION ${s3(`glob/day=${n}/part_${n}.csv.gz`, 'CSV')} SELECT ${n}, number FROM numbers(100)`,
      )
    }
    const count = (glob: string): Promise<string> => run(`SELECT count() FROM ${s3(glob, 'CSV')}`)
    expect(await count('glob/day=*/part_*.csv.gz')).toBe('300')
    expect(await count('glob/**/*.csv.gz')).toBe('300')
    expect(await count('glob/day=?/part_{1,3}.csv.gz')).toBe('200')
    expect(await count('glob/day={2..3}/part_{2..3}.csv.gz')).toBe('200')
    const manifest = await run(
      `SELECT _path, _file, _size > 0, length(_etag), _time > now() - 600 FROM ${s3('glob/**/*.csv.gz', 'One')} ORDER BY _path`,
    )
    expect(manifest.split('\n')).toEqual(
      [1, 2, 3].map((n) => `bucket/glob/day=${n}/part_${n}.csv.gz\tpart_${n}.csv.gz\t1\t34\t1`),
    )
  })

  it('lists more than one page', async () => {
    const target = s3('pages/{_partition_id}.csv', 'CSV')
    await run(`INSERT INTO FUNCTION ${target} PARTITION BY number SELECT number FROM numbers(1200)`, {
      max_partitions_per_insert_block: 0,
    })
    expect(await run(`SELECT uniqExact(_file) FROM ${s3('pages/*.csv', 'One')}`)).toBe('1200')
    // 11, 110 to 119 and 1100 to 1199.
    expect(await run(`SELECT count(), sum(c1) FROM ${s3('pages/11*.csv', 'CSV')}`)).toBe('111\t116106')
  })

  it('uploads a big object in parts, and reads it in ranges', async () => {
    const target = s3('big/rows.native', 'Native')
    await store.handle.resetCounters()
    await run(
      `INSERT INTO FUNCTION ${target} SELECT number AS n, randomString(100) AS s FROM numbers(400000)`,
      {
        s3_max_single_part_upload_size: 1,
        s3_min_upload_part_size: 5_242_880,
        s3_upload_part_size_multiply_factor: 1,
      },
    )
    const { UploadPart, CompleteMultipartUpload, PutObject } = await store.handle.counters()
    expect(UploadPart?.requests).toBeGreaterThanOrEqual(5)
    expect(CompleteMultipartUpload).toMatchObject({ requests: 1, errors: 0 })
    expect(PutObject).toBeUndefined()
    expect(await run(`SELECT count(), sum(n), sum(length(s)) FROM ${target}`)).toBe(
      '400000\t79999800000\t40000000',
    )
    const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }))
    expect(Uploads).toEqual([])
    const parquet = s3('big/rows.parquet', 'Parquet')
    await run(
      `INSERT INTO FUNCTION ${parquet} SELECT number AS n, randomString(50) AS s FROM numbers(300000)`,
    )
    expect(await run(`SELECT sum(n) FROM ${parquet} WHERE n % 2 = 0`)).toBe('22499850000')
    expect(await run(`SELECT count() FROM ${parquet}`)).toBe('300000')
  })

  it('aborts the upload of an insert that fails', async () => {
    const insert = run(
      `INSERT INTO FUNCTION ${s3('aborted/x.native', 'Native')} SELECT randomString(100), throwIf(number = 300000) FROM numbers(400000)`,
      { s3_max_single_part_upload_size: 1, s3_min_upload_part_size: 5_242_880, max_block_size: 10_000 },
    )
    await expect(insert).rejects.toThrow('Code: 395')
    expect(await listKeys('bucket', 'aborted/')).toEqual([])
    const { Uploads = [] } = await store.client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }))
    expect(Uploads).toEqual([])
  })

  it('overwrites only on request', async () => {
    const insert = `INSERT INTO FUNCTION ${s3('once.csv', 'CSV')} SELECT 1`
    await run(insert)
    await expect(run(insert)).rejects.toThrow('already exists')
    await run(insert, { s3_truncate_on_insert: 1 })
    await run(insert, { s3_create_new_file_on_insert: 1 })
    expect(await listKeys('bucket', 'once')).toEqual(['once.1.csv', 'once.csv'])
  })

  it.each([
    ['a wrong secret', `'${ACCESS_KEY_ID}', 'wrong'`],
    ['a wrong key id', `'wrong', '${SECRET_ACCESS_KEY}'`],
    ['no signature', 'NOSIGN'],
  ])('fails with %s: Code 499, for reads, writes and listings', async (_, credentials) => {
    await run(`INSERT INTO FUNCTION ${s3('secret.csv', 'CSV')} SELECT 1`, { s3_truncate_on_insert: 1 })
    for (const statement of [
      `SELECT * FROM ${s3('secret.csv', 'CSV', credentials)}`,
      `SELECT * FROM ${s3('*.csv', 'CSV', credentials)}`,
      `INSERT INTO FUNCTION ${s3('secret2.csv', 'CSV', credentials)} SELECT 1`,
    ]) {
      await expect(run(statement)).rejects.toThrow('Code: 499')
    }
    expect(await listKeys('bucket', 'secret2')).toEqual([])
  })

  it('distinguishes a missing key from a missing bucket', async () => {
    await expect(run(`SELECT * FROM ${s3('absent.csv', 'CSV')}`)).rejects.toThrow(/Code: \d+.*absent/s)
    const bucket = `s3('${store.handle.endpoint}/no-such-bucket/x.csv', '${ACCESS_KEY_ID}', '${SECRET_ACCESS_KEY}', 'CSV')`
    await expect(run(`INSERT INTO FUNCTION ${bucket} SELECT 1`)).rejects.toThrow('bucket does not exist')
  })

  it('copes with a store that is busy for a while', async () => {
    await run(`INSERT INTO FUNCTION ${s3('busy.csv', 'CSV')} SELECT 1`)
    await store.handle.inject({ operation: 'GetObject', keyPrefix: 'busy', status: 503, times: 2 })
    await store.handle.inject({ operation: 'GetObject', keyPrefix: 'busy', dropConnection: true, times: 1 })
    expect(await run(`SELECT c1 FROM ${s3('busy.csv', 'CSV')}`)).toBe('1')
    expect((await store.handle.counters()).GetObject?.errors).toBeGreaterThanOrEqual(3)
  })
})

describe('a MergeTree table with parts on the store', () => {
  const sumOf = (table: string): Promise<string> =>
    run(`SELECT count(), sum(n), sum(cityHash64(*)) FROM ${table}`)

  it('supports inserts, moves, merges, mutations, deletes, detached and frozen parts, and leaves nothing behind', async () => {
    await run(
      `CREATE TABLE t (n UInt64, p UInt8, s String) ENGINE = MergeTree ORDER BY n PARTITION BY p SETTINGS storage_policy = 'tiered'`,
    )
    for (const part of [0, 1, 2]) {
      await run(
        `INSERT INTO t SELECT number + ${part} * 20000, number % 3, randomString(40) FROM numbers(20000)`,
      )
    }
    const before = await sumOf('t')
    for (const p of [0, 1, 2]) await run(`ALTER TABLE t MOVE PARTITION ID '${p}' TO VOLUME 'cold'`)
    expect(
      await run(`SELECT DISTINCT disk_name LIKE 'cold%' FROM system.parts WHERE table = 't' AND active`),
    ).toBe('1')
    expect(await sumOf('t')).toBe(before)
    expect((await listKeys('disks')).length).toBeGreaterThan(10)

    await run('OPTIMIZE TABLE t FINAL')
    expect(await run(`SELECT count() FROM system.parts WHERE table = 't' AND active`)).toBe('3')
    expect(await sumOf('t')).toBe(before)
    await run(`ALTER TABLE t UPDATE s = 'x' WHERE n < 100`, { mutations_sync: 2 })
    await run('DELETE FROM t WHERE n >= 100 AND n < 200')
    expect(await run(`SELECT count(), countIf(s = 'x') FROM t`)).toBe('59900\t100')
    await run(`ALTER TABLE t DETACH PARTITION ID '0'`)
    await run(`ALTER TABLE t ATTACH PARTITION ID '0'`)
    await run(`ALTER TABLE t FREEZE PARTITION ID '1' WITH NAME 'frozen'`)
    expect(await run(`SELECT count() FROM t`)).toBe('59900')
    expect((await run('CHECK TABLE t')).split('\n').at(-1)).toMatch(/^1|1$/)
    await run(`ALTER TABLE t MOVE PARTITION ID '2' TO VOLUME 'hot'`)
    expect(await run(`SELECT count(), countIf(s = 'x') FROM t`)).toBe('59900\t100')

    await run(`ALTER TABLE t UNFREEZE PARTITION ID '1' WITH NAME 'frozen'`)
    await run('DROP TABLE t SYNC')
    await expect.poll(() => listKeys('disks')).toEqual([])
  })

  it('survives a restart of the node and of the store', async () => {
    await run(`CREATE TABLE r (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'`)
    await run('INSERT INTO r SELECT number FROM numbers(100000)')
    await run(`ALTER TABLE r MOVE PARTITION ID 'all' TO VOLUME 'cold'`)
    const before = await sumOf('r')
    await run('SYSTEM DROP FILESYSTEM CACHE')
    await store.handle.kill()
    await expect(run('SELECT sum(n) FROM r')).rejects.toThrow(/Code: \d+/)
    await store.handle.restart()
    expect(await sumOf('r')).toBe(before)
    await cluster.nodes[0]?.restart()
    expect(await sumOf('r')).toBe(before)
    await run('DROP TABLE r SYNC')
  })

  it('may be on the store only, on a disk that keeps its metadata there too', async () => {
    const disk = `disk(type = 's3_plain_rewritable', endpoint = '${store.handle.endpoint}/disks/plain/', access_key_id = '${ACCESS_KEY_ID}', secret_access_key = '${SECRET_ACCESS_KEY}', region = 'us-east-1')`
    await run(`CREATE TABLE pr (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS disk = ${disk}`)
    await run('INSERT INTO pr SELECT number FROM numbers(1000)')
    await run('INSERT INTO pr SELECT number + 1000 FROM numbers(1000)')
    await run('OPTIMIZE TABLE pr FINAL')
    expect(await run('SELECT count(), sum(n) FROM pr')).toBe('2000\t1999000')
    expect((await listKeys('disks', 'plain/')).length).toBeGreaterThan(3)
    await run('DROP TABLE pr SYNC')
  })
})
