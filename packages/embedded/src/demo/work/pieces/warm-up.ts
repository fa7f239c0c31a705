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

/** Loads three months on S3 into the filesystem cache, with a query that is measured before and after. */
export async function warmUp(context: WorkContext): Promise<void> {
  const { console } = context
  const id = await makeOnce(
    context,
    'warm-up',
    async () => {
      const { warmups } = await console.get<{ warmups: RunView[] }>(`/cache-warmups?cluster=${CLUSTER}`)
      return findOwn(warmups)
    },
    async () => {
      const months = (await listPartitionIds(context, 'trips_local')).cold.slice(-4, -1)
      await console.post('/cache-warmups', {
        cluster: CLUSTER,
        spec: {
          ...{ database: DATABASE, table: 'trips_local', partitions: { kind: 'chosen', ids: months } },
          measured: {
            query: `SELECT vendor, payment, count() AS trips, sum(total) AS revenue FROM demo.trips_local WHERE toYYYYMM(pickup_at) IN (${months.join(', ')}) GROUP BY vendor, payment ORDER BY revenue DESC`,
          },
        },
      })
    },
  )
  await waitForRun(context, `/cache-warmups/${id}`)
}
