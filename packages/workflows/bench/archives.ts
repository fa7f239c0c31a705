import { attachArchive } from '@frostline/services'
import { type ArchiveLab, openArchiveLab } from '../src/testing/archive-lab.ts'
import { time } from './large-bucket.ts'
import { type BenchRow, seconds } from './print-table.ts'

/** A small partition, where plan, ledger and manifest count, and one of the size that is archived in practice. */
const sizes = [6_000_000, 30_000_000]
const rounds = 3
const columns = `trip_id UInt64, pickup DateTime, zone UInt16, distance Float32, fare Decimal(9, 2), payment LowCardinality(String), note String`
const names = columns.replace(/ [A-Z]\w+(?:\([^)]*\))?/g, '').split(', ')
const sums = `count(), sum(cityHash64(tuple(${names.join(', ')}))), ${names.map((name) => `sum(cityHash64(tuple(${name})))`).join(', ')}`

/**
 * One partition of each size, archived and restored, compared with manual statements: the best of a sorted and of an
 * unsorted INSERT INTO FUNCTION s3(), alone and followed by the reads that a proof needs, and INSERT SELECT FROM s3() back.
 * Ours are timed from the click to the proved end, so they always include the proof. Both alternate and run equally often, and
 * the fastest of each is compared, since other load on a shared machine only adds time.
 */
export async function benchArchives(): Promise<BenchRow[]> {
  const results: BenchRow[] = []
  for (const rows of sizes) results.push(...(await benchPartition(rows)))
  return results
}

async function benchPartition(rows: number): Promise<BenchRow[]> {
  const lab = await openArchiveLab({ shards: 1 })
  try {
    await create(lab, 'trips')
    await lab.command(
      `INSERT INTO lab.trips SELECT number, toDateTime('2024-01-01 00:00:00') + number % 2000000, number % 263, number % 3000 / 100,
        number % 9000 / 100, ['card', 'cash', 'other'][number % 3 + 1], concat('trip ', toString(cityHash64(number) % 100000)) FROM numbers(${rows})`,
    )
    await lab.command('OPTIMIZE TABLE lab.trips FINAL')
    const fastest: Record<string, number> = {}
    const note = (what: string, elapsedMs: number) => {
      fastest[what] = Math.min(fastest[what] ?? Number.POSITIVE_INFINITY, elapsedMs)
    }
    const attempts = [0, 1].flatMap((half) => Array.from({ length: rounds }, (_, round) => ({ half, round })))
    for (const { half, round } of attempts) {
      const name = `${half}-${round}`
      const ours = () => timeArchive(lab, name, note)
      const hand = async () => {
        const key = `hand/${name}.parquet`
        const wroteMs = await time(() => write(lab, key, half === 0 ? '' : ' ORDER BY zone, pickup'))
        const provedMs = await time(() => prove(lab, key))
        note('write', wroteMs)
        note('write and prove', wroteMs + provedMs)
        await create(lab, 'trips_hand')
        const readMs = await time(() =>
          lab.command(
            `INSERT INTO lab.trips_hand SELECT * FROM s3(${urlOf(lab, key)}) SETTINGS max_insert_threads = 2`,
          ),
        )
        const comparedMs = await time(() => lab.command(`SELECT ${sums} FROM lab.trips_hand FORMAT Null`))
        note('read', readMs)
        note('read and prove', readMs + comparedMs)
        await lab.command('DROP TABLE lab.trips_hand SYNC')
      }
      for (const way of round % 2 === 0 ? [ours, hand] : [hand, ours]) await way()
    }
    const compare = (what: string, ours: string, bare: string, goal: string): BenchRow => ({
      ...{ what, ours: seconds(fastest[ours] ?? 0), bare: seconds(fastest[bare] ?? 0) },
      ...{ ratio: (fastest[bare] ?? 0) / (fastest[ours] ?? 1), goal },
    })
    const size = `${rows.toLocaleString('en')} rows`
    return [
      compare(
        `archive of ${size}, its statement ÷ best by hand, rows per second`,
        'statement',
        'write',
        '≥ 0.95',
      ),
      compare(
        `archive of ${size} with proof ÷ best by hand with the same reads`,
        'archive',
        'write and prove',
        '≥ 0.95',
      ),
      compare(`archive of ${size} with proof ÷ best by hand without`, 'archive', 'write', 'for the record'),
      compare(
        `restore of ${size} with proof ÷ by hand with the same read`,
        'restore',
        'read and prove',
        '≥ 0.95',
      ),
      compare(`restore of ${size} with proof ÷ by hand without`, 'restore', 'read', 'for the record'),
    ]
  } finally {
    await lab.close()
  }
}

async function create(lab: ArchiveLab, table: string): Promise<void> {
  await lab.command(
    `CREATE TABLE lab.${table} (${columns}) ENGINE = MergeTree PARTITION BY toYear(pickup) ORDER BY (zone, pickup)`,
  )
}

/** Notes the time until the proof, that of the statement, and that of a restore. */
async function timeArchive(
  lab: ArchiveLab,
  name: string,
  note: (what: string, elapsedMs: number) => void,
): Promise<void> {
  let id = ''
  const elapsedMs = await time(async () => {
    id = await lab.start('trips')
    const { status, error } = await lab.drive(id)
    if (status !== 'waiting') throw new Error(`The archive is ${status}: ${error}`)
  })
  note('archive', elapsedMs)
  const [file] = await lab.db.archiveFile.findMany({ where: { archiveId: id } })
  await lab.command('SYSTEM FLUSH LOGS query_log')
  const [row] = await lab.rows<{ ms: string }>(
    lab.admins[0]?.[1] ?? fail(),
    `SELECT query_duration_ms AS ms FROM system.query_log WHERE type = 'QueryFinish' AND query_id = '${file?.queryId}'`,
  )
  note('statement', Number(row?.ms))
  const table = `trips_back_${name.replace('-', '_')}`
  const restoredMs = await time(async () => {
    const { status, error } = await lab.restore({ archiveId: id, mode: 'beside', table })
    if (status !== 'completed') throw new Error(`The restore is ${status}: ${error}`)
  })
  note('restore', restoredMs)
  await lab.command(`DROP TABLE lab.${table} SYNC`)
  await attachArchive(lab.admin, { id })
  await lab.drive(id)
}

const write = (lab: ArchiveLab, key: string, order: string) =>
  lab.command(
    `INSERT INTO FUNCTION s3(${urlOf(lab, key)}) SELECT * FROM lab.trips${order}
     SETTINGS output_format_parquet_compression_method = 'zstd', s3_truncate_on_insert = 1`,
  )

async function prove(lab: ArchiveLab, key: string): Promise<void> {
  for (const from of ['lab.trips', `s3(${urlOf(lab, key)})`])
    await lab.command(`SELECT ${sums} FROM ${from} FORMAT Null`)
}

function urlOf(
  { store: { endpoint, accessKeyId, secretAccessKey }, bucket }: ArchiveLab,
  key: string,
): string {
  return `'${endpoint}/${bucket}/${key}', '${accessKeyId}', '${secretAccessKey}', 'Parquet', '${columns}'`
}

function fail(): never {
  throw new Error('The lab has no node.')
}
