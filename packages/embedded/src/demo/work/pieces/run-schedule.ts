import { CLUSTER, DATABASE, makeOnce, pollUntil, type WorkContext } from '../work-context.ts'

const NAME = 'Nightly: fleet positions to S3'

interface ScheduleRun {
  readonly id: string
  readonly status: string
  readonly reason: string | null
}

/** A schedule for every night, with one run by hand. */
export async function runSchedule(context: WorkContext): Promise<void> {
  const { console } = context
  const id = await makeOnce(
    context,
    'schedule',
    async () => {
      const { schedules } = await console.get<{ schedules: { id: string; name: string }[] }>(
        `/tier-schedules?cluster=${CLUSTER}`,
      )
      return schedules.find(({ name }) => name === NAME)?.id ?? null
    },
    () =>
      console.post('/tier-schedules', {
        ...{ cluster: CLUSTER, name: NAME, cron: '0 2 * * *', timeZone: 'UTC', windowSpans: [] },
        ...{ tables: [{ database: DATABASE, table: 'fleet_positions' }], targetVolume: 'cold' },
        // Of 39 days in weeks at least four are older, and the migrations before take three at most.
        ...{ olderThanDays: 7, budgetBytes: null },
      }),
  )
  const path = `/tier-schedules/${id}/runs`
  const listRuns = async () => (await console.get<{ runs: ScheduleRun[] }>(path)).runs
  const run = await makeOnce(
    context,
    'schedule run',
    async () => (await listRuns()).at(-1)?.id ?? null,
    () => console.post(path),
  )
  await pollUntil('the schedule has run', async () => {
    const found = (await listRuns()).find((each) => each.id === run)
    if (found?.status === 'failed' || found?.status === 'skipped')
      throw new Error(`The run of the schedule is ${found.status}: ${found.reason}`)
    return found?.status === 'completed' || found?.status === 'nothing' ? found : null
  })
}
