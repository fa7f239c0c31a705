import { type RunView, type WorkContext, waitForRun } from '../work-context.ts'
import { planMove, startMove } from './migrate-month.ts'

const NOTE =
  'The demo made the S3 store reject the uploads of shard 2 (403 AccessDenied) until the migration failed. Then it ended the fault and retried.'
const MAX_MIGRATIONS = 3

type History = readonly { readonly to: string | null; readonly note: string | null }[]

/** A migration that fails because the store rejects the uploads of one shard. A retry completes it. */
export async function retryMigration(context: WorkContext): Promise<void> {
  const { console, faults } = context
  try {
    const id = await failMigration(context)
    await faults.clearFaults()
    const path = `/tier-migrations/${id}`
    const history = await console.get<History>(`/runs/${id}/history`)
    if (history.every(({ note }) => note !== NOTE)) await console.post(`/runs/${id}/notes`, { text: NOTE })
    const { status } = await console.get<RunView>(path)
    if (status === 'failed') await console.post(`${path}/retry`)
    await waitForRun(context, path)
  } finally {
    // Also the fault of an attempt that was killed.
    await faults.clearFaults()
  }
}

/** A fault ends with the store: a migration that it interrupts may complete at the next start, and another one fails. */
async function failMigration(context: WorkContext): Promise<string> {
  const { faults, buckets } = context
  const completed: string[] = []
  while (completed.length < MAX_MIGRATIONS) {
    const name = `failed migration ${completed.length + 1}`
    const id = await planMove(context, name, 'fleet_positions', completed)
    if (await hasFailed(context, id)) return id
    // Only uploads of this shard: what runs on other shards does not notice.
    await faults.inject({
      ...{ operation: 'PutObject', bucket: buckets.cold, keyPrefix: 'demo/shard-2-replica-1/' },
      ...{ status: 403, code: 'AccessDenied', times: 2000 },
    })
    await startMove(context, id)
    const { status } = await waitForRun(context, `/tier-migrations/${id}`, ['failed', 'completed'])
    if (status === 'failed') return id
    completed.push(id)
  }
  throw new Error(`${MAX_MIGRATIONS} migrations completed in spite of the fault.`)
}

/** A plan is a run once it is started. */
async function hasFailed({ console }: WorkContext, id: string): Promise<boolean> {
  const { status } = await console.get<RunView>(`/tier-migrations/${id}`)
  if (status === 'planned') return false
  const history = await console.get<History>(`/runs/${id}/history`)
  return history.some(({ to }) => to === 'failed')
}
