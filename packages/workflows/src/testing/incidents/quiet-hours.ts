import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Incident } from '@frostline/services'
import type { IncidentLab } from './incident-lab.ts'

const recordedSeconds = 240
const copies = 3_600 / recordedSeconds
const hourMs = 3_600_000

/**
 * Explanations of quiet hours. Four minutes of the load without a fault are recorded on both nodes, with a report every
 * half minute. Their log entries, with the durations and figures that the engine has measured, are written into the logs of
 * the nodes fifteen times for each of the last hours, each entry up to two seconds later, and in a share that goes up and
 * down as the load of a day does.
 */
export async function lookAtQuietHours(
  lab: IncidentLab,
  hours: number,
  random: () => number,
): Promise<Incident['data']['explanation'][]> {
  const from = new Date()
  const stop = lab.repeat(() => 'SELECT uniqExact(id), max(cityHash64(text)) FROM lab.orders', 30_000)
  await sleep(recordedSeconds * 1000)
  await stop()
  // Before the hour in which the tables were made.
  const nowHour = Math.floor(Date.now() / hourMs) * hourMs
  const starts = Array.from({ length: hours }, (_, index) => nowHour - (index + 2) * hourMs)
  for (const client of [lab.first, lab.second]) {
    await client.command({ query: 'SYSTEM FLUSH LOGS' })
    for (const log of logs) await record(client, log, from)
    for (const startMs of starts) {
      const phase = random() * 2 * Math.PI
      for (const log of logs) await spread(client, log, { from, startMs, phase })
    }
  }
  const explanations: Incident['data']['explanation'][] = []
  for (const startMs of starts)
    explanations.push((await lab.look(new Date(startMs), new Date(startMs + hourMs))).data.explanation)
  return explanations
}

interface Log {
  name: 'query_log' | 'part_log'
  /** Of the entries that are recorded. */
  filter: string
  id: string
}

const logs: readonly Log[] = [
  {
    name: 'query_log',
    filter: "type != 'QueryStart' AND NOT startsWith(log_comment, '_frostline/') AND query_kind != 'System'",
    id: 'query_id',
  },
  { name: 'part_log', filter: "database = 'lab'", id: 'part_name' },
]

async function record(client: ClickHouseClient, { name, filter }: Log, from: Date): Promise<void> {
  await client.command({ query: `DROP TABLE IF EXISTS lab.recorded_${name} SYNC` })
  await client.command({
    query: `CREATE TABLE lab.recorded_${name} ENGINE = MergeTree ORDER BY tuple() AS
      SELECT * FROM system.${name} WHERE ${filter} AND event_time_microseconds >= fromUnixTimestamp64Milli({from: Int64})
      ORDER BY event_time_microseconds LIMIT 20000`,
    query_params: { from: from.getTime() },
  })
}

async function spread(
  client: ClickHouseClient,
  { name, id }: Log,
  { from, startMs, phase }: { from: Date; startMs: number; phase: number },
): Promise<void> {
  const later = `toIntervalMicrosecond(({start: Int64} - {from: Int64} + copy * ${recordedSeconds * 1000}) * 1000 + cityHash64(${id}, copy, {start: Int64}) % 2000000)`
  const moved = (column: string) => `(${column} + ${later}) AS ${column}`
  const event = `event_time_microseconds + ${later}`
  const started =
    name === 'query_log'
      ? `, toDateTime(query_start_time_microseconds + ${later}) AS query_start_time, ${moved('query_start_time_microseconds')}`
      : ''
  await client.command({
    query: `INSERT INTO system.${name} SELECT * EXCEPT copy REPLACE (
        toDate(${event}) AS event_date, toDateTime(${event}) AS event_time, ${moved('event_time_microseconds')}${started})
      FROM (SELECT *, arrayJoin(range(${copies})) AS copy FROM lab.recorded_${name})
      WHERE cityHash64(${id}, {start: Int64}, copy) % 1000 < 700 + 250 * sin({phase: Float64} + copy / ${copies} * 3)
      SETTINGS prefer_column_name_to_alias = 1`,
    query_params: { start: startMs, from: from.getTime(), phase },
  })
}
