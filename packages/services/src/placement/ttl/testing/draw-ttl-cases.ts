/** A table, how its parts were made, and the TTL to be set. */
export interface TtlCase {
  name: string
  /** By `at` and `k`, or none. */
  partition: string
  settings: string[]
  /** Column TTLs, by column; `known`: the parts were written under them. */
  columns: { name: 'v' | 's' | 'a'; expression: string; known: boolean }[]
  /** The TTL under which the parts were written; null: none. It is in effect, or removed, when the new one is set. */
  former: { ttl: string; removed: boolean } | null
  hidesRows: boolean
  /** Value of `s` after expiry. */
  fallback: string
  ttl: string
  mode: 'gentle' | 'heavy'
}

type Random = () => number

/** Mulberry32: the same seed draws the same cases everywhere. */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random tables and TTLs: every form, alone and combined, on parts with and without TTL information. */
export function drawTtlCases(seed: number, count: number): TtlCase[] {
  const random = seeded(seed)
  const chance = (share: number) => random() < share
  const pick = <Each>(of: readonly [Each, ...Each[]]): Each => of[Math.floor(random() * of.length)] ?? of[0]
  // Rows are six hours from every whole day, and `day` is a multiple of four: no row expires while the test runs.
  const days = () => 1 + Math.floor(random() * 60)
  const age = () =>
    pick([
      () => `at + INTERVAL ${days()} DAY`,
      () => `toDateTime(fine) + INTERVAL ${days()} DAY`,
      () => `fine + toIntervalDay(${days()})`,
      () => `day + INTERVAL ${4 * Math.floor(random() * 15) + 2} DAY`,
      () => `if(k = 1, at, at + INTERVAL 20 DAY) + INTERVAL ${days()} DAY`,
      () => `at + INTERVAL ${1 + Math.floor(random() * 8)} WEEK`,
    ])()
  const conditions = ["s = 'x'", 'id % 3 = 0', 'k IN (1, 2)', 'maybe > 5', 'v > 100 AND NOT k = 0'] as const
  const folds = [
    'k SET x = sum(x), v = max(v)',
    'k SET x = sum(x), at = max(at)',
    'k SET x = count(), at = min(at), s = any(s)',
    'k, id % 7 SET x = sum(x)',
  ] as const
  const rules = (): string => {
    const drawn: string[] = []
    if (chance(0.45)) drawn.push(`${age()}${chance(0.5) ? ' DELETE' : ''}`)
    if (chance(0.3)) drawn.push(`${age()} DELETE WHERE ${pick(conditions)}`)
    if (chance(0.15)) drawn.push(`${age()} DELETE WHERE ${pick(conditions)}`)
    if (chance(0.35)) drawn.push(`${age()} GROUP BY ${pick(folds)}`)
    if (chance(0.05)) drawn.push(`${age()} GROUP BY ${pick(folds)}`)
    if (chance(0.3)) drawn.push(`${age()} TO VOLUME 'cold'`)
    if (chance(0.2)) drawn.push(`${age()} RECOMPRESS CODEC(ZSTD(3))`)
    return drawn.length === 0 ? rules() : drawn.join(', ')
  }
  const draw = (index: number): TtlCase => ({
    name: `t${index}`,
    partition: pick(['', 'PARTITION BY toYYYYMM(at)', 'PARTITION BY k']),
    settings: [
      ...(chance(0.5) ? ['min_bytes_for_wide_part = 0'] : []),
      ...(chance(0.25) ? ['ttl_only_drop_parts = 1'] : []),
    ],
    columns: (['v', 's', 'a'] as const).flatMap((name) =>
      chance(0.35) ? [{ name, expression: age(), known: chance(0.5) }] : [],
    ),
    former: chance(0.5) ? { ttl: rules(), removed: chance(0.4) } : null,
    hidesRows: chance(0.15),
    ttl: rules(),
    mode: chance(0.65) ? 'heavy' : 'gentle',
    fallback: "'none'",
  })
  return Array.from({ length: count }, (_, index) => {
    const drawn = draw(index)
    // Such a default keeps MATERIALIZE TTL from finishing where no rule removes rows (code 341).
    return index % 2 === 0 ? { ...drawn, fallback: "concat('n', toString(k))" } : drawn
  })
}
