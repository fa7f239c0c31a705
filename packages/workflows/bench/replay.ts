import { getReplay, lookForReplay, startReplay } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const QUERIES = 400
const CONCURRENCY = 8
const ROUNDS = 5

/** The same queries with the same concurrency, by a replay and by a bare client: the cost of the ledger. */
export async function benchReplay(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const [, client] = first
  await client.command({
    query: 'CREATE TABLE lab.replayed (id UInt64, text String) ENGINE = MergeTree ORDER BY id',
  })
  await client.command({
    query: 'INSERT INTO lab.replayed SELECT number, randomPrintableASCII(60) FROM numbers(1000000)',
  })
  await client.command({ query: 'OPTIMIZE TABLE lab.replayed FINAL' })
  const texts = Array.from(
    { length: QUERIES },
    (_, n) =>
      `SELECT sum(cityHash64(text)) FROM lab.replayed WHERE id BETWEEN ${n * 1_000} AND ${n * 1_000 + 50_000}`,
  )
  const pass = async (): Promise<number> => {
    const started = performance.now()
    const left = texts.values()
    const work = async () => {
      for (const text of left) await client.command({ query: `${text} FORMAT Null` })
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    return performance.now() - started
  }
  await pass()
  await client.command({ query: 'SYSTEM FLUSH LOGS' })
  const filter = {
    ...{ since: new Date(Date.now() - 3_600_000), until: new Date(), table: 'lab.replayed' },
    limit: QUERIES,
  }
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) bare.push(await pass())
  const ours = await replay(lab, filter)
  return [
    {
      what: `${QUERIES} queries, ${CONCURRENCY} at a time, median of ${ROUNDS}`,
      ours: seconds(median(ours)),
      bare: seconds(median(bare)),
      ratio: median(ours) / median(bare),
      goal: 'at most 1.5',
    },
  ]
}

async function replay(
  lab: MigrationLab,
  filter: { since: Date; until: Date; limit: number },
): Promise<number[]> {
  const { data } = await lookForReplay(lab.ctx, { cluster: 'lab', filter })
  if (data.runnable !== QUERIES) throw new Error(`The log has ${data.runnable} of ${QUERIES} queries`)
  const { id } = await startReplay(lab.ctx, {
    ...{ cluster: 'lab', filter, targets: [{ cluster: 'lab' }], fingerprint: data.fingerprint },
    pace: { concurrency: CONCURRENCY, rounds: ROUNDS },
  })
  for (;;) {
    const { status, error, passes } = await getReplay(lab.ctx, { id })
    if (status === 'failed') throw new Error(error ?? '')
    if (status === 'completed') return passes.map(({ activeMs }) => activeMs ?? Number.NaN)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
