import { DATABASE, type WorkContext } from '../work-context.ts'
import { runLoad } from './load-archive.ts'
import { renderTrips, TRIP_COLUMNS } from './trip-columns.ts'

const KEY = 'late/trips.csv'
const ROWS = 600
/** One row in this many has a fare that is no number. */
const BAD_EVERY = 50

/**
 * Loads trips of the month that was moved to S3, some of them with a fare that is no number. They stay on local disks:
 * late arrivals, for which an alert fires.
 */
export async function loadLateTrips(context: WorkContext): Promise<void> {
  const { console, store, record, buckets } = context
  const id = record.find('migration')
  if (id === null) throw new Error('No month has been moved.')
  const { stepList } = await console.get<{ stepList: { partitionId: string }[] }>(`/tier-migrations/${id}`)
  const month = stepList[0]?.partitionId ?? ''
  const from = new Date(`${month.slice(0, 4)}-${month.slice(4)}-05T06:00:00Z`)
  // The same text each time, so that a load of an earlier attempt finds its object unchanged.
  if (record.find(KEY) === null) {
    await store.put(
      buckets.source,
      KEY,
      renderTrips(from, ROWS, 300, (row) => row % BAD_EVERY === 7),
    )
    await record.note(KEY, month)
  }
  await runLoad(context, {
    ...{ title: 'Late trips, with bad rows', glob: KEY, table: 'trips' },
    read: { format: 'CSVWithNames', compression: 'none', columns: TRIP_COLUMNS },
    badRows: {
      ...{ kind: 'collect', maxRowsPerObject: 100 },
      into: { database: DATABASE, table: 'late_trips_bad_rows' },
    },
  })
}
