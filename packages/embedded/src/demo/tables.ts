/** Months of trips, including the current one; those older than HOT_MONTHS are moved to S3. */
export const TRIP_MONTHS = 36
export const HOT_MONTHS = 12

const tripColumns = `
  trip_id UInt64,
  vendor LowCardinality(String),
  pickup_at DateTime('UTC'),
  dropoff_at DateTime('UTC'),
  passengers UInt8,
  distance_miles Decimal(6, 2),
  pickup_zone UInt16,
  dropoff_zone UInt16,
  payment LowCardinality(String),
  fare Decimal(8, 2),
  tip Decimal(8, 2),
  total Decimal(8, 2)`

/**
 * Tables of the database `demo`, in order of creation; dropped in reverse order.
 * @param replicated through Keeper, with the macros `shard` and `replica` of the nodes.
 */
export function demoTables(
  cluster: string,
  replicated = false,
): readonly { readonly name: string; readonly ddl: string }[] {
  const engine = (table: string, kind = 'MergeTree') =>
    replicated ? `Replicated${kind}('/clickhouse/tables/{shard}/demo/${table}', '{replica}')` : kind
  const distributed = (table: string, key: string) =>
    `CREATE TABLE demo.${table} AS demo.${table}_local ENGINE = Distributed('${cluster}', 'demo', '${table}_local', ${key})`
  return [
    {
      name: 'trips_local',
      ddl: `CREATE TABLE demo.trips_local (${tripColumns})
        ENGINE = ${engine('trips_local')} PARTITION BY toYYYYMM(pickup_at) ORDER BY (pickup_zone, pickup_at)
        SETTINGS storage_policy = 'tiered'
        COMMENT 'Taxi trips of this shard. Months older than a year are on S3.'`,
    },
    { name: 'trips', ddl: distributed('trips', 'cityHash64(trip_id)') },
    {
      name: 'events_local',
      ddl: `CREATE TABLE demo.events_local (
          at DateTime('UTC'), trip_id UInt64, kind LowCardinality(String), latitude Float32, longitude Float32,
          detail String)
        ENGINE = ${engine('events_local')} PARTITION BY toYYYYMM(at) ORDER BY (kind, at)
        COMMENT 'Vehicle events on the default policy, not tiered yet.'`,
    },
    { name: 'events', ddl: distributed('events', 'rand()') },
    {
      name: 'daily_revenue',
      ddl: `CREATE TABLE demo.daily_revenue (day Date, zone UInt16, trips UInt64, revenue Decimal(18, 2))
        ENGINE = ${engine('daily_revenue', 'SummingMergeTree')} PARTITION BY toYear(day) ORDER BY (day, zone)
        TTL day + INTERVAL 18 MONTH TO VOLUME 'cold'
        SETTINGS storage_policy = 'tiered'
        COMMENT 'Tiered by the server itself, with a TTL.'`,
    },
    {
      name: 'fleet_positions',
      ddl: `CREATE TABLE demo.fleet_positions (at DateTime('UTC'), vehicle UInt32, latitude Float32, longitude Float32)
        ENGINE = ${engine('fleet_positions')} PARTITION BY toMonday(at) ORDER BY (vehicle, at)
        SETTINGS storage_policy = 'jbod_tiered'
        COMMENT 'Spread over two local disks.'`,
    },
    {
      name: 'zones',
      ddl: `CREATE TABLE demo.zones (zone UInt16, borough LowCardinality(String), name String)
        ENGINE = ${engine('zones')} ORDER BY zone COMMENT 'Taxi zones.'`,
    },
  ]
}
