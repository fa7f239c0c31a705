import { CLUSTER, DATABASE, findDemoSource, makeOnce, type WorkContext } from '../work-context.ts'
import { LIVE_FOLDER, writeLiveObject } from './live-objects.ts'
import { createTripTable } from './load-archive.ts'
import { mapEach, TRIP_COLUMNS } from './trip-columns.ts'

const NAME = 'Live trips'

/** A pipeline that loads each new object of a folder. */
export async function createPipeline(context: WorkContext): Promise<void> {
  const { console } = context
  await createTripTable(context, 'live_trips', { ttl: 'pickup_at + toIntervalDay(30)' })
  // A pipeline reads the first object when it is created.
  await writeLiveObject(context, new Date())
  await makeOnce(
    context,
    'pipeline',
    async () => {
      const { pipelines } = await console.get<{ pipelines: { id: string; name: string }[] }>(
        `/load-pipelines?cluster=${CLUSTER}`,
      )
      return pipelines.find(({ name }) => name === NAME)?.id ?? null
    },
    async () =>
      console.post('/load-pipelines', {
        ...{ cluster: CLUSTER, name: NAME, startWith: 'everything' },
        trigger: { kind: 'continuous', pollSeconds: 20 },
        source: {
          ...{ id: await findDemoSource(context), bucket: context.buckets.source },
          selection: { kind: 'glob', glob: `${LIVE_FOLDER}*.csv` },
        },
        read: { format: 'CSVWithNames', compression: 'none', columns: TRIP_COLUMNS },
        ...{ target: { database: DATABASE, table: 'live_trips' }, mapping: mapEach() },
      }),
  )
}
