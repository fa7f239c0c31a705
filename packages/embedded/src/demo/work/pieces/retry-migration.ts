import { type RunView, type WorkContext, waitForRun } from '../work-context.ts'
import { planMove, startMove } from './migrate-month.ts'

const NOTE =
  'The demo made the S3 store reject the uploads of shard 2 (403 AccessDenied) until the migration failed. Then it ended the fault and retried.'

/** A migration that fails because the store rejects the uploads of one shard. A retry completes it. */
export async function retryMigration(context: WorkContext): Promise<void> {
  const { console, faults, buckets } = context
  // A killed attempt may have left its fault in the store.
  await faults.clearFaults()
  const id = await planMove(context, 'failed migration', 'fleet_positions')
  const path = `/tier-migrations/${id}`
  if (context.record.find('failure') === null) {
    // Only uploads of this shard, and never for long: what runs on other shards does not notice.
    await faults.inject({
      ...{ operation: 'PutObject', bucket: buckets.cold, keyPrefix: 'demo/shard-2-replica-1/' },
      ...{ status: 403, code: 'AccessDenied', times: 2000 },
    })
    try {
      await startMove(context, id)
      await waitForRun(context, path, ['failed'])
      await context.record.note('failure', id)
    } finally {
      await faults.clearFaults()
    }
  }
  const history = await console.get<{ note: string | null }[]>(`/runs/${id}/history`)
  if (!history.some(({ note }) => note === NOTE)) await console.post(`/runs/${id}/notes`, { text: NOTE })
  const { status } = await console.get<RunView>(path)
  if (status === 'failed') await console.post(`${path}/retry`)
  await waitForRun(context, path)
}
