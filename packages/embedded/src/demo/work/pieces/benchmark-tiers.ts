import {
  CLUSTER,
  DATABASE,
  findOwn,
  listPartitionIds,
  makeOnce,
  type RunView,
  type WorkContext,
  waitForRun,
} from '../work-context.ts'

/** Measures one query on local disks, on S3 and in the cache, with copies of one month. */
export async function benchmarkTiers(context: WorkContext): Promise<void> {
  const { console } = context
  const id = await makeOnce(
    context,
    'benchmark',
    async () => {
      const { benchmarks } = await console.get<{ benchmarks: RunView[] }>(
        `/benchmarks?cluster=${CLUSTER}&kind=tiers`,
      )
      return findOwn(benchmarks)
    },
    async () => {
      const month = (await listPartitionIds(context, 'trips_local')).cold.at(0)
      await console.post('/tier-benchmarks', {
        cluster: CLUSTER,
        spec: {
          ...{ node: 'shard-1-replica-1', database: DATABASE, table: 'trips_local', runs: 3 },
          query: 'SELECT vendor, count() AS trips, sum(total) AS revenue FROM {table} GROUP BY vendor',
          data: { kind: 'copies', partitions: [month], hotDisk: 'default', coldDisk: 'cold_cache' },
          tiers: ['hot', 'cold', 'cache-first', 'cache-second'],
        },
      })
    },
  )
  await waitForRun(context, `/tier-benchmarks/${id}`)
}
