import { findDemoSource, type WorkContext } from '../work-context.ts'
import { renderTrips } from './trip-columns.ts'

/** Folder of the objects that arrive each minute. */
export const LIVE_FOLDER = 'live/'
export const MINUTE_MS = 60_000
const ROWS_PER_OBJECT = 60
/** Of an hour. Older ones have been loaded, and are deleted. */
const MAX_OBJECTS = 60

/** Writes the trips of the last minute as an object. A repetition within the minute writes nothing. */
export async function writeLiveObject(context: WorkContext, now: Date): Promise<void> {
  const { console, store, buckets } = context
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const key = `${LIVE_FOLDER}${minute.toISOString().slice(0, 16).replaceAll(':', '-')}.csv`
  const source = await findDemoSource(context)
  const { objects } = await console.get<{ objects: { key: string }[] }>(
    `/sources/${source}/objects?bucket=${buckets.source}&prefix=${LIVE_FOLDER}&pageSize=1000`,
  )
  const present = objects.map((object) => object.key).sort()
  if (!present.includes(key)) {
    const from = new Date(minute.getTime() - MINUTE_MS)
    await store.put(buckets.source, key, renderTrips(from, ROWS_PER_OBJECT, 1))
    present.push(key)
  }
  for (const old of present.slice(0, -MAX_OBJECTS)) await store.remove(buckets.source, old)
}
