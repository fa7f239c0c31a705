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

interface Migration extends RunView {
  readonly checkOfId: string | null
}

/** Moves the oldest partition on local disks to S3, and reads every byte back. */
export async function migrateMonth(context: WorkContext): Promise<void> {
  const id = await planMove(context, 'migration', 'trips_local')
  await startMove(context, id)
  await waitForRun(context, `/tier-migrations/${id}`)
}

/** Plans the move of the oldest partition of a table, unless it was planned before, apart from the `others`. */
export function planMove(
  context: WorkContext,
  name: string,
  table: string,
  others: readonly string[] = [],
): Promise<string> {
  const { console } = context
  const list = `/tier-migrations?cluster=${CLUSTER}&database=${DATABASE}&table=${table}`
  return makeOnce(
    context,
    name,
    async () => {
      const { migrations } = await console.get<{ migrations: Migration[] }>(list)
      return findOwn(migrations, ({ id, checkOfId }) => checkOfId === null && !others.includes(id))
    },
    async () => {
      const [oldest] = (await listPartitionIds(context, table)).hot
      if (oldest === undefined) throw new Error(`${table} has no partition on local disks only.`)
      await console.post('/tier-migrations', {
        ...{ cluster: CLUSTER, database: DATABASE, table, targetVolume: 'cold', deepCheck: true },
        goal: { kind: 'partitions', partitionIds: [oldest] },
      })
    },
  )
}

/** Starts a plan that has not been started. */
export async function startMove({ console }: WorkContext, id: string): Promise<void> {
  const { status } = await console.get<Migration>(`/tier-migrations/${id}`)
  if (status === 'planned') await console.post(`/tier-migrations/${id}/start`)
}
