import { randomUUID } from 'node:crypto'
import { getTierBenchmark, startTierBenchmark } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const ROUNDS = 9
const tiers = ['hot', 'cold', 'cache-second'] as const

/**
 * The same query by a tier benchmark and by a bare client, on the same tiers: the benchmark's times are the real ones.
 */
export async function benchTiers(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const [node, client] = first
  for (const [table, disk] of [
    ['hot', 'default'],
    ['cold', 'cold_cache'],
  ]) {
    await client.command({
      query: `CREATE TABLE lab.${table} (id UInt64, text String) ENGINE = MergeTree ORDER BY id SETTINGS disk = '${disk}'`,
    })
    await client.command({
      query: `INSERT INTO lab.${table} SELECT number, randomPrintableASCII(60) FROM numbers(2000000)`,
    })
    await client.command({ query: `OPTIMIZE TABLE lab.${table} FINAL` })
  }
  const rows: BenchRow[] = []
  for (const tier of tiers) {
    const table = tier === 'hot' ? 'hot' : 'cold'
    const query = `SELECT sum(cityHash64(*)) FROM lab.${table}`
    const cache = tier === 'cold' ? 0 : 1
    const run = async (): Promise<number> => {
      const started = performance.now()
      await client.command({
        query: `${query} FORMAT Null SETTINGS enable_filesystem_cache = ${cache}`,
        query_id: randomUUID(),
      })
      return performance.now() - started
    }
    const bare: number[] = []
    const warmUps = tier === 'cache-second' ? 1 : 0
    for (let round = 0; round < ROUNDS + warmUps; round++) {
      const elapsed = await run()
      if (round >= warmUps) bare.push(elapsed)
    }
    const ours = await measure(lab, { node, table, query, tier })
    rows.push({
      what: `one query, ${tier}, median of ${ROUNDS}`,
      ours: seconds(ours),
      bare: seconds(median(bare)),
      ratio: ours / median(bare),
      goal: 'within noise of 1',
    })
  }
  return rows
}

async function measure(
  lab: MigrationLab,
  { node, table, query, tier }: { node: string; table: string; query: string; tier: (typeof tiers)[number] },
): Promise<number> {
  const ctx = { ...lab.ctx, actor: { ...lab.ctx.actor, role: 'admin' as const } }
  const { id } = await startTierBenchmark(ctx, {
    cluster: lab.clusterId,
    spec: {
      ...{ node, database: 'lab', table, query, tiers: [tier], runs: ROUNDS },
      data: { kind: 'in-place' },
    },
  })
  for (;;) {
    const { status, tiers: measured, error } = await getTierBenchmark(ctx, { id })
    if (status === 'failed') throw new Error(error ?? '')
    const [summary] = measured
    if (status === 'completed' && summary?.medianMs != null && summary.counted === ROUNDS)
      return summary.medianMs
    if (status === 'completed') throw new Error(`${summary?.counted} of ${ROUNDS} runs count`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
