import type { Run } from '@frostline/db'
import { type ServiceContext, startTierBenchmark, type TierBenchmarkDraft } from '@frostline/services'
import { benchmarkWork } from '../benchmark/run-benchmark.ts'
import type { WorkflowDeps } from '../deps.ts'
import { sweepScratchTables } from '../scratch/drop-scratch.ts'
import { crashAt } from './crashing-worker.ts'
import { driveOnce } from './drive-once.ts'
import { labDeps } from './lab-deps.ts'
import type { LabOptions } from './lab-parts.ts'
import { openMigrationLab } from './migration-lab.ts'

type CrashMoment = Parameters<typeof crashAt>[0]['when']

export type BenchmarkLab = Awaited<ReturnType<typeof openBenchmarkLab>>

/** One node, and a function to drive benchmarks in this process. */
export async function openBenchmarkLab(own: LabOptions['own'] = {}) {
  const lab = await openMigrationLab({ shards: 1, own })
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const [node, admin] = first

  async function ask<Row>(query: string): Promise<Row[]> {
    return lab.rows<Row>(admin, query)
  }
  function asRole(role: 'viewer' | 'operator' | 'admin'): ServiceContext {
    return { ...lab.ctx, actor: { ...lab.ctx.actor, role } }
  }

  return {
    ...lab,
    node,
    ask,
    asRole,
    run: (query: string) => admin.command({ query }),

    /** Two months of some 4 MiB each, the older of them on object storage. */
    async createTable(name: string): Promise<void> {
      await admin.command({
        query: `CREATE TABLE lab.${name} (day Date, id UInt64, text String, INDEX by_id id TYPE minmax)
          ENGINE = ReplacingMergeTree(id) PARTITION BY toYYYYMM(day) PRIMARY KEY id ORDER BY (id, day)
          TTL day + INTERVAL 50 YEAR TO VOLUME 'cold' SETTINGS storage_policy = 'tiered', min_bytes_for_wide_part = 0`,
      })
      await admin.command({
        query: `INSERT INTO lab.${name} SELECT toDate('2026-01-15') + INTERVAL number % 2 MONTH, number,
          randomPrintableASCII(100) FROM numbers(80000) SETTINGS max_partitions_per_insert_block = 0`,
      })
      await admin.command({ query: `ALTER TABLE lab.${name} MOVE PARTITION ID '202601' TO VOLUME 'cold'` })
    },

    draft(table: string, change: Partial<TierBenchmarkDraft['spec']> = {}): TierBenchmarkDraft {
      return {
        cluster: lab.clusterId,
        spec: {
          ...{ node, database: 'lab', table, runs: 3 },
          query: 'SELECT sum(cityHash64(*)) FROM {table}',
          data: {
            kind: 'copies',
            partitions: ['202601', '202602'],
            ...{ hotDisk: 'default', coldDisk: 'cold_cache' },
          },
          tiers: ['hot', 'cold', 'cache-first', 'cache-second'],
          ...change,
        },
      }
    },

    async start(draft: TierBenchmarkDraft): Promise<string> {
      return (await startTierBenchmark(asRole('admin'), draft)).id
    },

    /** Drives it like a new worker process, in this one. */
    async drive(benchmarkId: string, change: Partial<WorkflowDeps> = {}): Promise<Run> {
      const deps = labDeps(lab, change)
      return driveOnce(deps, benchmarkWork, benchmarkId)
    },

    /**
     * Starts one after another, each with a worker that is killed a few steps later than the one before, until one is
     * not. Each killed one is continued by another worker, then checked. Returns how many were killed.
     * @param when where in its step the worker is killed, for even and odd steps
     */
    async crashAlong(
      {
        from,
        by,
        when: [even, odd],
      }: { from: number; by: number; when: readonly [CrashMoment, CrashMoment] },
      begin: () => Promise<string>,
      check: (id: string, crashed: readonly [step: number, at: string]) => Promise<void>,
    ): Promise<number> {
      const lasting = { db: lab.db, clusters: lab.ctx.clusters }
      for (let step = from, crashes = 0; ; step += by, crashes++) {
        const id = await begin()
        const { db, clusters, state } = crashAt({ step, when: step % 2 === 0 ? even : odd }, lasting)
        await this.drive(id, { db, clusters }).catch((error: unknown) => {
          if (!state.dead) throw error
        })
        if (state.at === '') return crashes
        const { status } = await lab.db.run.findUniqueOrThrow({ where: { id } })
        if (status !== 'completed') await this.drive(id)
        await sweepScratchTables(labDeps(lab))
        await check(id, [step, state.at])
      }
    },

    /** Our tables that the node has now. */
    async listScratch(): Promise<string[]> {
      const rows = await ask<{ name: string }>(
        "SELECT name FROM system.tables WHERE startsWith(name, 'frostline_scratch_') ORDER BY name",
      )
      return rows.map(({ name }) => name)
    },
  }
}
