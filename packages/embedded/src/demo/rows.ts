import { TRIP_MONTHS } from './tables.ts'

/** Start of the demo's trips, and their period, in SQL. */
const START = `toStartOfMonth(now('UTC')) - INTERVAL ${TRIP_MONTHS - 1} MONTH`

const BOROUGHS = "['Manhattan', 'Brooklyn', 'Queens', 'Bronx', 'Staten Island', 'Newark']"

/**
 * Rows derived from their number only, so that replicas filled separately have the same. `pickup` gives the time of
 * trip `number`.
 */
function tripRows(pickup: string, rows: number, salt: number): string {
  return `SELECT
      cityHash64(number, ${salt}) AS trip_id,
      ['Yellow', 'Green', 'Via', 'Juno'][1 + h % 4] AS vendor,
      ${pickup} AS pickup_at,
      pickup_at + 240 + h % 2700 AS dropoff_at,
      1 + h % 5 AS passengers,
      toDecimal32(0.4 + (h % 2400) / 100, 2) AS distance_miles,
      1 + bitShiftRight(h, 12) % 265 AS pickup_zone,
      1 + bitShiftRight(h, 24) % 265 AS dropoff_zone,
      ['card', 'card', 'card', 'cash', 'dispute'][1 + bitShiftRight(h, 33) % 5] AS payment,
      toDecimal32(3 + toFloat64(distance_miles) * 2.7, 2) AS fare,
      toDecimal32(if(payment = 'card', toFloat64(fare) * (h % 25) / 100, 0), 2) AS tip,
      fare + tip + toDecimal32(1.5, 2) AS total
    FROM (SELECT number, sipHash64(number, ${salt}) AS h FROM numbers(${rows}))`
}

/** Evenly over all months but slowly growing, up to now. */
export function insertTrips(rows: number, shard: number): string {
  const pickup = `toDateTime(toUnixTimestamp(${START})
    + (toUnixTimestamp(now()) - toUnixTimestamp(${START})) * pow((number + 0.5) / ${rows}, 0.9), 'UTC')`
  return `INSERT INTO demo.trips_local ${tripRows(pickup, rows, shard)}`
}

/** A second part for each recent month, as late arrivals create it. */
export function insertLateTrips(rows: number, shard: number): string {
  const pickup = "toDateTime(toUnixTimestamp(now()) - number * 61 % 12960000, 'UTC')"
  return `INSERT INTO demo.trips_local ${tripRows(pickup, rows, 1000 + shard)}`
}

export function insertEvents(rows: number, shard: number): string {
  return `INSERT INTO demo.events_local SELECT
      toDateTime(toUnixTimestamp(now()) - number * ${Math.floor((12 * 30 * 86_400) / rows)}, 'UTC'),
      cityHash64(number, ${shard}),
      ['hail', 'pickup', 'dropoff', 'pause', 'fault'][1 + h % 5],
      40.5 + (h % 400000) / 1000000, -74.25 + (bitShiftRight(h, 20) % 500000) / 1000000,
      concat('vehicle ', toString(h % 13000), ' reports ', hex(h))
    FROM (SELECT number, sipHash64(number, ${shard}, 'event') AS h FROM numbers(${rows}))`
}

export const insertDailyRevenue = `INSERT INTO demo.daily_revenue
  SELECT toDate(pickup_at), pickup_zone, count(), sum(total) FROM demo.trips_local GROUP BY ALL`

/** The n-th of several small inserts, each a part on the next disk. */
export function insertFleetPositions(rows: number, shard: number, turn: number): string {
  return `INSERT INTO demo.fleet_positions SELECT
      toDateTime(toUnixTimestamp(now()) - number % (8 * 604800), 'UTC'), h % 13000,
      40.5 + (h % 400000) / 1000000, -74.25 + (bitShiftRight(h, 20) % 500000) / 1000000
    FROM (SELECT number * 97 AS number, sipHash64(number, ${shard}, ${turn}) AS h FROM numbers(${rows}))`
}

export const insertZones = `INSERT INTO demo.zones
  SELECT number + 1, ${BOROUGHS}[1 + number % 6] AS borough, concat(borough, ' zone ', toString(number + 1))
  FROM numbers(265)`

/**
 * Trips of the months before the table's first one, written as one object per month, to be loaded. `{_partition_id}` in
 * the key becomes the month.
 */
export function insertSourceFiles(
  target: { readonly format: string; readonly monthsBefore: number },
  rows: number,
) {
  const first = `${START} - INTERVAL ${target.monthsBefore} MONTH`
  const pickup = `toDateTime(toUnixTimestamp(${first}) + number * ${Math.floor((6 * 30 * 86_400) / rows)}, 'UTC')`
  return `INSERT INTO FUNCTION s3({url: String}, {key: String}, {secret: String}, '${target.format}')
    PARTITION BY formatDateTime(pickup_at, '%Y-%m') ${tripRows(pickup, rows, 5000 + target.monthsBefore)}
    SETTINGS s3_truncate_on_insert = 1`
}
