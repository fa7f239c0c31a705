/** Columns of the demo's trips, as the source files have them. */
export const TRIP_COLUMNS = [
  { name: 'trip_id', type: 'UInt64' },
  { name: 'vendor', type: 'LowCardinality(String)' },
  { name: 'pickup_at', type: "DateTime('UTC')" },
  { name: 'dropoff_at', type: "DateTime('UTC')" },
  { name: 'passengers', type: 'UInt8' },
  { name: 'distance_miles', type: 'Decimal(6, 2)' },
  { name: 'pickup_zone', type: 'UInt16' },
  { name: 'dropoff_zone', type: 'UInt16' },
  { name: 'payment', type: 'LowCardinality(String)' },
  { name: 'fare', type: 'Decimal(8, 2)' },
  { name: 'tip', type: 'Decimal(8, 2)' },
  { name: 'total', type: 'Decimal(8, 2)' },
]

/** Each column from the column of the same name. */
export function mapEach(): { column: string; expression: string }[] {
  return TRIP_COLUMNS.map(({ name }) => ({ column: name, expression: name }))
}

/** Trips as CSV with names, one every `everySeconds` from the start. Numbers tell the same trip apart from others. */
export function renderTrips(
  from: Date,
  rows: number,
  everySeconds: number,
  isBad: (row: number) => boolean = () => false,
): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const pickupMs = from.getTime() + row * everySeconds * 1000
    const minutes = 4 + ((row * 7) % 40)
    const miles = 0.6 + ((row * 13) % 180) / 10
    const fare = 3 + miles * 2.7
    const tip = row % 3 === 0 ? 0 : fare * 0.15
    return [
      String(BigInt(pickupMs) * 1000n + BigInt(row)),
      ['Yellow', 'Green', 'Via', 'Juno'][row % 4],
      formatTime(pickupMs),
      formatTime(pickupMs + minutes * 60_000),
      1 + (row % 5),
      miles.toFixed(2),
      1 + ((row * 31) % 265),
      1 + ((row * 17) % 265),
      row % 3 === 0 ? 'cash' : 'card',
      isBad(row) ? 'not metered' : fare.toFixed(2),
      tip.toFixed(2),
      (fare + tip + 1.5).toFixed(2),
    ].join(',')
  })
  return `${[TRIP_COLUMNS.map(({ name }) => name).join(','), ...lines].join('\n')}\n`
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
