import { z } from 'zod'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { int64, integer, uint64 } from '../query/scalars.ts'
import { diskReadEvents } from './start-facts.ts'

/**
 * How long the server runs, and how far the loading of its parts is: counters since its start, and what the loaders have
 * under way or in line. LoadedDataPartsMicroseconds is a sum over tables of the time that each took, so with several
 * tables at a time it is more than what passed; a table is counted when its last active part is there. Versions name
 * the loaders' metrics differently or not at all: without an entry nothing is known.
 */
export const startPulse = defineQuery({
  name: 'start_pulse',
  params: z.object({}),
  row: z.object({
    uptime_seconds: integer,
    version: z.string(),
    events: z.record(z.string(), uint64),
    metrics: z.record(z.string(), int64),
  }),
  sql: `
SELECT
    uptime() AS uptime_seconds,
    version() AS version,
    (SELECT mapFromArrays(groupArray(event), groupArray(value)) FROM system.events WHERE event IN ('LoadedDataParts', 'LoadedDataPartsMicroseconds', ${diskReadEvents.map((event) => `'${event}'`).join(', ')})) AS events,
    (SELECT mapFromArrays(groupArray(metric), groupArray(value)) FROM system.metrics WHERE metric IN ('TablesLoaderForegroundThreadsScheduled', 'TablesLoaderBackgroundThreadsScheduled', 'MergeTreePartsLoaderThreadsScheduled')) AS metrics`,
})
export type StartPulseRow = RowOf<typeof startPulse>
