import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from '@frostline/services'
import { type LoadLab, openLoadLab } from '../src/testing/load-lab.ts'
import { type BenchRow, seconds } from './print-table.ts'

const counts = [1, 10, 200] as const
/** A load has a fixed cost. Compared with a small one, a large one of ten seconds or more shows the cost per row. */
const small = { rows: 1_500_000, rounds: 4, warmUpRounds: 1 } as const
const large = { rounds: 2, warmUpRounds: 0 } as const
const formats = [
  { name: 'CSVWithNames', compression: 'gzip', end: 'csv.gz', largeRows: 40_000_000 },
  { name: 'Parquet', compression: 'none', end: 'parquet', largeRows: 60_000_000 },
] as const

interface Case {
  files: number
  rows: number
  rounds: number
  /** In the first, the JIT of both programs is still warming up. */
  warmUpRounds: number
  format: (typeof formats)[number]
  folder: string
}

type Hand = 'cluster' | 'shares' | 'foreground' | 'naive' | 'unmerged'

const columns = `trip_id UInt64, pickup DateTime, zone UInt16, distance Float32, fare Decimal(9, 2), payment LowCardinality(String), note String`

/**
 * Loads compared with manual statements, of the same objects into tables of the same structure on three shards. "Best"
 * is the fastest of three known ways (s3Cluster with parallel_distributed_insert_select = 2; a statement per shard with
 * its share of the objects; through the Distributed table in the foreground), each with as many threads as cores;
 * "naive" is a plain INSERT INTO distributed SELECT FROM s3(), until its queue is empty. Ours is timed from the click
 * to the verified end: manifest, plan, staging, counts, publish and ledger included. The rounds alternate, and the
 * fastest of each is compared, since other load on a shared machine only adds time. With manual statements the server
 * merges parts during the load; our parts are published as written and merged afterwards, which is not timed.
 * "unmerged" shows that difference: the statement by hand that distributes the rows as ours does, into tables with merges
 * stopped. That is one per shard with its share of the objects, or through the Distributed table where rows are re-sharded.
 *
 * These loads are small, so that the fixed cost of each counts most.
 */
export function benchLoads(): Promise<BenchRow[]> {
  return benchCases(async ({ run }) => compare(await run(small)))
}

/** Loads of ten seconds and more, and what each additional row costs. */
export function benchLargeLoads(): Promise<BenchRow[]> {
  return benchCases(async ({ run, format }) => {
    const least = await run(small)
    const most = await run({ ...large, rows: format.largeRows })
    return [...compare(most), compareUnmerged(most), compareRows(least, most)]
  })
}

interface CaseToBench {
  format: Case['format']
  run: (size: Pick<Case, 'rows' | 'rounds' | 'warmUpRounds'>) => Promise<Timed>
}

/** Each format in each number of objects. */
async function benchCases(bench: (one: CaseToBench) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const lab = await openLoadLab({ shards: 3 })
  try {
    await lab.startWorker()
    const found: BenchRow[] = []
    for (const format of formats)
      for (const files of counts) {
        const run: CaseToBench['run'] = async (size) => {
          const one = { ...size, files, format, folder: `${format.end}-${files}-${size.rows}` }
          await writeObjects(lab, one)
          const timed = await timeCase(lab, one)
          await removeObjects(lab, one)
          return timed
        }
        found.push(...(await bench({ format, run })))
      }
    return found
  } finally {
    await lab.close()
  }
}

type Fastest = Record<Hand | 'ours', number>

interface Timed {
  one: Case
  times: Fastest
  strategy: string
}

async function timeCase(lab: LoadLab, one: Case): Promise<Timed> {
  const ways: (Hand | 'ours')[] = ['ours', 'cluster', 'shares', 'foreground', 'naive', 'unmerged']
  const fastest: Fastest = {
    ours: Infinity,
    cluster: Infinity,
    shares: Infinity,
    foreground: Infinity,
    naive: Infinity,
    unmerged: Infinity,
  }
  let strategy = ''
  for (let round = 0; round < one.warmUpRounds + one.rounds; round++)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const table = `bench_${randomUUID().slice(0, 8)}`
      await createTarget(lab, table)
      if (way === 'unmerged') await stopMerges(lab, table)
      const started = performance.now()
      let elapsedMs: number
      if (way === 'ours') {
        const ended = await loadOurs(lab, table, one)
        elapsedMs = ended.elapsedMs
        strategy = ended.strategy
      } else {
        const sameWay = strategy === 'reshard' ? 'foreground' : 'shares'
        await loadByHand(lab, table, one, way === 'unmerged' ? sameWay : way)
        elapsedMs = performance.now() - started
      }
      await expectAll(lab, table, one.rows)
      await dropTarget(lab, table)
      if (round >= one.warmUpRounds) fastest[way] = Math.min(fastest[way], elapsedMs)
    }
  return { one, times: fastest, strategy }
}

const bestOf = (times: Fastest) =>
  (['cluster', 'shares', 'foreground'] as const).reduce((a, b) => (times[b] < times[a] ? b : a))

function compare({ one: { files, format, rows }, times, strategy }: Timed): BenchRow[] {
  const best = bestOf(times)
  const what = `load of ${files} ${format.end}, ${rows.toLocaleString('en')} rows (${strategy})`
  return [
    {
      what: `${what}, rows per second ÷ best by hand (${best})`,
      ours: seconds(times.ours),
      bare: seconds(times[best]),
      ratio: times[best] / times.ours,
      goal: '≥ 0.98',
    },
    {
      what: `${what}, rows per second ÷ naive`,
      ours: seconds(times.ours),
      bare: seconds(times.naive),
      ratio: times.naive / times.ours,
      goal: '≥ 1.3',
    },
  ]
}

function compareUnmerged({ one: { files, format, rows }, times, strategy }: Timed): BenchRow {
  return {
    what: `load of ${files} ${format.end}, ${rows.toLocaleString('en')} rows, rows per second ÷ by hand the same way (${strategy}), merges stopped`,
    ours: seconds(times.ours),
    bare: seconds(times.unmerged),
    ratio: times.unmerged / times.ours,
    goal: 'for the record',
  }
}

/**
 * What is left without the fixed cost of a load: an additional row, compared with an additional row of a manual
 * statement.
 */
function compareRows(least: Timed, most: Timed): BenchRow {
  const { files, format, rows } = most.one
  const best = bestOf(most.times)
  const more = (way: keyof Fastest) => most.times[way] - least.times[way]
  return {
    what: `${(rows - least.one.rows).toLocaleString('en')} rows more in ${files} ${format.end}, rows per second ÷ best by hand (${best})`,
    ours: seconds(more('ours')),
    bare: seconds(more(best)),
    ratio: more(best) / more('ours'),
    goal: '≥ 0.98',
  }
}

const keysOf = (lab: LoadLab) => `'${lab.store.accessKeyId}', '${lab.store.secretAccessKey}'`
const urlOf = (lab: LoadLab, path: string) => `'${lab.store.endpoint}/${lab.bucket}/${path}'`

async function writeObjects(lab: LoadLab, { files, rows, format, folder }: Case): Promise<void> {
  const [[, client] = []] = lab.admins
  await client?.command({
    query: `INSERT INTO FUNCTION s3(${urlOf(lab, `${folder}/{_partition_id}.${format.end}`)}, ${keysOf(lab)}, '${format.name}', '${columns}')
      PARTITION BY trip_id % ${files}
      SELECT number AS trip_id, toDateTime('2024-01-01 00:00:00') + number % 1500000 * 60 AS pickup, cityHash64(number) % 265 AS zone,
        (cityHash64(number, 1) % 3000) / 100 AS distance, (cityHash64(number, 2) % 9000) / 100 AS fare,
        ['cash', 'card', 'none'][number % 3 + 1] AS payment, hex(sipHash64(number)) AS note
      FROM numbers(${rows})`,
    clickhouse_settings: {
      max_partitions_per_insert_block: '0',
      s3_truncate_on_insert: 1,
      max_insert_threads: '1',
    },
  })
}

async function removeObjects(lab: LoadLab, { folder }: Case): Promise<void> {
  for await (const page of lab.objects.list(lab.bucket, { prefix: `${folder}/` }))
    for (const { key } of page.objects) await lab.remove(key)
}

async function createTarget(lab: LoadLab, table: string): Promise<void> {
  for (const [, client] of lab.admins) {
    await client.command({
      query: `CREATE TABLE lab.${table} (${columns}) ENGINE = MergeTree PARTITION BY toYear(pickup) ORDER BY (zone, pickup)`,
    })
    await client.command({
      query: `CREATE TABLE lab.${table}_all AS lab.${table} ENGINE = Distributed('${lab.cluster}', lab, ${table}, rand())`,
    })
  }
}

async function stopMerges(lab: LoadLab, table: string): Promise<void> {
  for (const [, client] of lab.admins) await client.command({ query: `SYSTEM STOP MERGES lab.${table}` })
}

async function dropTarget(lab: LoadLab, table: string): Promise<void> {
  for (const [, client] of lab.admins)
    for (const name of [`${table}_all`, table]) await client.command({ query: `DROP TABLE lab.${name} SYNC` })
}

async function expectAll(lab: LoadLab, table: string, rows: number): Promise<void> {
  const [[, client] = []] = lab.admins
  if (!client) throw new Error('The lab has no node')
  const [row] = await lab.rows<{ n: number; same: number }>(
    client,
    `SELECT toUInt32(count()) AS n, sum(cityHash64(trip_id)) = (SELECT sum(cityHash64(number)) FROM numbers(${rows})) AS same
      FROM lab.${table}_all`,
  )
  if (row?.n !== rows || row.same !== 1)
    throw new Error(`${table} has ${row?.n} rows, and not the ${rows} of the objects`)
}

async function loadOurs(
  lab: LoadLab,
  table: string,
  { format, folder }: Case,
): Promise<{ elapsedMs: number; strategy: string }> {
  const startedAtMs = Date.now()
  const read = columns.split(/, (?=[a-z_]+ [A-Z])/).map((column) => {
    const [name = '', ...type] = column.split(' ')
    return { name, type: type.join(' ') }
  })
  const { id } = await startLoad(lab.loadCtx, {
    cluster: lab.clusterId,
    source: { id: lab.sourceId, bucket: lab.bucket, selection: { kind: 'glob', glob: `${folder}/*` } },
    read: { format: format.name, compression: format.compression, columns: read },
    target: { database: 'lab', table: `${table}_all` },
    mapping: read.map(({ name }) => ({ column: name, expression: name })),
  })
  for (;;) {
    const job = await lab.load(id)
    if (job.status === 'completed' && job.finishedAt) {
      const { strategy } = job.spec as { strategy: { kind: string } }
      return { elapsedMs: job.finishedAt.getTime() - startedAtMs, strategy: strategy.kind }
    }
    if (job.status === 'failed') throw new Error(`The load failed: ${job.error}`)
    await sleep(100)
  }
}

async function loadByHand(
  lab: LoadLab,
  table: string,
  { format, folder, files }: Case,
  way: Exclude<Hand, 'unmerged'>,
): Promise<void> {
  const [[, first] = []] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const form = `${keysOf(lab)}, '${format.name}', '${columns}'`
  const tuned = { max_insert_threads: '2', max_threads: 2 }
  switch (way) {
    case 'cluster':
      await first.command({
        query: `INSERT INTO lab.${table}_all SELECT * FROM s3Cluster('${lab.cluster}', ${urlOf(lab, `${folder}/*`)}, ${form})`,
        clickhouse_settings: { ...tuned, parallel_distributed_insert_select: '2' },
      })
      return
    case 'shares':
      await Promise.all(
        lab.admins.map(async ([, client], shard) => {
          const own = Array.from({ length: files }, (_, file) => file).filter(
            (file) => file % lab.admins.length === shard,
          )
          if (own.length === 0) return
          const glob = own.length === 1 ? own[0] : `{${own.join(',')}}`
          await client.command({
            query: `INSERT INTO lab.${table} SELECT * FROM s3(${urlOf(lab, `${folder}/${glob}.${format.end}`)}, ${form})`,
            clickhouse_settings: tuned,
          })
        }),
      )
      return
    case 'foreground':
      await first.command({
        query: `INSERT INTO lab.${table}_all SELECT * FROM s3(${urlOf(lab, `${folder}/*`)}, ${form})`,
        clickhouse_settings: { ...tuned, distributed_foreground_insert: 1 },
      })
      return
    case 'naive':
      await first.command({
        query: `INSERT INTO lab.${table}_all SELECT * FROM s3(${urlOf(lab, `${folder}/*`)}, ${form})`,
        clickhouse_settings: { distributed_foreground_insert: 0 },
      })
      await first.command({ query: `SYSTEM FLUSH DISTRIBUTED lab.${table}_all` })
  }
}
