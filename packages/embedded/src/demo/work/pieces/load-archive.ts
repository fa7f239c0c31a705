import {
  CLUSTER,
  DATABASE,
  findDemoSource,
  findOwn,
  makeOnce,
  pollUntil,
  type RunView,
  type WorkContext,
  waitForRun,
} from '../work-context.ts'
import { mapEach, TRIP_COLUMNS } from './trip-columns.ts'

const TITLE = 'Archive of older trips'
const GLOB = 'trips/parquet/*.parquet'

/** Loads the Parquet objects of the demo's source into a table of its own. */
export async function loadArchive(context: WorkContext): Promise<void> {
  await createTripTable(context, 'trips_archive')
  await runLoad(context, {
    ...{ title: TITLE, glob: GLOB, table: 'trips_archive' },
    read: { format: 'Parquet', compression: 'none', columns: TRIP_COLUMNS },
  })
}

/** Creates a table for trips on every node, with a Distributed table over it. A repetition changes nothing. */
export async function createTripTable(
  { console }: WorkContext,
  table: string,
  wanted: { readonly ttl?: string } = {},
): Promise<void> {
  await pollUntil(`every node has ${table}`, async () => {
    const { complete } = await console.post<{ complete: boolean }>('/load-tables', {
      cluster: CLUSTER,
      wanted: {
        ...{ database: DATABASE, table, columns: TRIP_COLUMNS, engine: 'MergeTree' },
        ...{ orderBy: '(pickup_zone, pickup_at)', partitionBy: 'toYYYYMM(pickup_at)' },
        ...{ storagePolicy: 'tiered', cluster: CLUSTER, shardingKey: 'cityHash64(trip_id)' },
        ...wanted,
      },
    })
    return complete ? true : null
  })
}

export interface DemoLoad {
  readonly title: string
  readonly glob: string
  readonly table: string
  readonly read: { readonly format: string; readonly compression: string; readonly columns: unknown }
  readonly badRows?: unknown
}

/** Runs a load to its end, unless one of this title exists. */
export async function runLoad(context: WorkContext, load: DemoLoad): Promise<void> {
  const { console } = context
  const { title, glob, table, ...draft } = load
  const id = await makeOnce(
    context,
    `load ${title}`,
    async () => {
      const { loads } = await console.get<{ loads: (RunView & { title: string })[] }>(
        `/loads?cluster=${CLUSTER}&limit=200`,
      )
      return findOwn(loads, (each) => each.title === title)
    },
    async () =>
      console.post('/loads', {
        ...{ cluster: CLUSTER, title, target: { database: DATABASE, table }, mapping: mapEach() },
        source: {
          ...{ id: await findDemoSource(context), bucket: context.buckets.source },
          selection: { kind: 'glob', glob },
        },
        ...draft,
      }),
  )
  await waitForRun(context, `/loads/${id}`)
}
