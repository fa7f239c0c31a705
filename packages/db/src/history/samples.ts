import { floorToGrain, oldestKept, type SampleGrain } from '@frostline/domain'
import { Prisma } from '../generated/client.ts'
import type { Database, Transaction } from '../transaction.ts'
import type { SampleKind } from './sample-kinds.ts'

/** One subject at one time. */
export type Sample<Key extends string, Count extends string, Unbounded extends string> = Record<Key, string> &
  Record<Count, bigint> &
  Record<Unbounded, bigint | null>

/** Adds each sample to the buckets of all grains that contain the time. */
export async function addSamples<Key extends string, Count extends string, Unbounded extends string>(
  tx: Transaction,
  kind: SampleKind<Key, Count, Unbounded>,
  { clusterId, at }: { clusterId: string; at: Date },
  samples: readonly Sample<Key, Count, Unbounded>[],
): Promise<void> {
  if (samples.length === 0) return
  const { keys, sums, peaks, levels, unbounded } = kind
  const counts = [...sums, ...peaks, ...levels, ...unbounded]
  const rows = kind.grains.flatMap((grain) =>
    (samples as readonly Record<string, string | bigint | null>[]).map(
      (sample) =>
        Prisma.sql`(${Prisma.join([
          Prisma.sql`${clusterId}, ${grain}::sample_grain, ${floorToGrain(at, grain)}::timestamptz`,
          ...keys.map((key) => Prisma.sql`${sample[key]}`),
          ...counts.map((count) => Prisma.sql`${sample[count]}::bigint`),
        ])})`,
    ),
  )
  const updates = [
    ...sums.map((name) => `"${name}" = held."${name}" + excluded."${name}"`),
    ...peaks.map((name) => `"${name}" = GREATEST(held."${name}", excluded."${name}")`),
    ...[...levels, ...unbounded].map((name) => `"${name}" = excluded."${name}"`),
  ]
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(kind.table)} AS held ("clusterId", grain, at, ${columns([...keys, ...counts])})
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("clusterId", grain, at${Prisma.raw(keys.map((key) => `, "${key}"`).join(''))})
    DO UPDATE SET ${Prisma.raw(updates.join(', '))}`
}

/** Deletes what is older than its retention, also of subjects that are gone. */
export async function forgetSamples(
  db: Database,
  kind: { table: string; grains: readonly SampleGrain[] },
  clusterId: string,
  now: Date,
): Promise<void> {
  for (const grain of kind.grains)
    await db.$executeRaw`
      DELETE FROM ${Prisma.raw(kind.table)}
      WHERE "clusterId" = ${clusterId} AND grain = ${grain}::sample_grain AND at < ${oldestKept(now, grain)}`
}

export interface SampleSpan {
  grain: SampleGrain
  from: Date
  /** Exclusive. */
  to: Date
  stepSeconds: number
}

/**
 * The buckets of a time as steps of `stepSeconds`, counted from `from`, by subject. Sums are added, peaks are the
 * greatest, and levels the last of each step.
 * @param of only the subjects with these names. Default: all of the cluster.
 */
export async function readSteps<Key extends string, Count extends string, Unbounded extends string>(
  db: Database,
  kind: SampleKind<Key, Count, Unbounded>,
  clusterId: string,
  { grain, from, to, stepSeconds }: SampleSpan,
  of: Partial<Record<Key, string>> = {},
): Promise<(Sample<Key, Count, Unbounded> & { at: Date })[]> {
  const { keys, sums, peaks, levels, unbounded } = kind
  const figures = [
    ...sums.map((name) => `sum("${name}")::bigint AS "${name}"`),
    ...peaks.map((name) => `max("${name}") AS "${name}"`),
    ...[...levels, ...unbounded].map(
      (name) => `(array_agg("${name}" ORDER BY held.at DESC))[1] AS "${name}"`,
    ),
  ]
  return await db.$queryRaw`
    SELECT
      date_bin(make_interval(secs => ${stepSeconds}::float8), at, ${from}::timestamptz) AS at,
      ${columns(keys)}${Prisma.raw(keys.length > 0 ? ', ' : '')}${Prisma.raw(figures.join(', '))}
    FROM ${Prisma.raw(kind.table)} AS held
    WHERE "clusterId" = ${clusterId} AND grain = ${grain}::sample_grain AND held.at >= ${from} AND held.at < ${to}
      ${only(of)}
    GROUP BY ${Prisma.raw(['1', ...keys.map((_key, index) => String(index + 2))].join(', '))}
    ORDER BY 1`
}

/** All buckets of a time as one step. */
export async function sumSamples<Key extends string, Count extends string, Unbounded extends string>(
  db: Database,
  kind: SampleKind<Key, Count, Unbounded>,
  clusterId: string,
  { grain, from, to }: Omit<SampleSpan, 'stepSeconds'>,
): Promise<Sample<Key, Count, Unbounded>[]> {
  const stepSeconds = Math.ceil((to.getTime() - from.getTime()) / 1000) + 1
  return await readSteps(db, kind, clusterId, { grain, from, to, stepSeconds })
}

/** The oldest stored bucket of each subject. */
export async function readFirstSamples<Key extends string>(
  db: Database,
  kind: { table: string; keys: readonly Key[] },
  clusterId: string,
  grain: SampleGrain,
  of: Partial<Record<Key, string>> = {},
): Promise<(Record<Key, string> & { at: Date })[]> {
  const keys = columns(kind.keys)
  return await db.$queryRaw`
    SELECT ${keys}${Prisma.raw(kind.keys.length > 0 ? ', ' : '')} min(at) AS at
    FROM ${Prisma.raw(kind.table)}
    WHERE "clusterId" = ${clusterId} AND grain = ${grain}::sample_grain ${only(of)}
    ${kind.keys.length > 0 ? Prisma.sql`GROUP BY ${keys}` : Prisma.empty}
    HAVING count(*) > 0`
}

/** Names of columns come from the kinds above, never from a request. */
function columns(names: readonly string[]): Prisma.Sql {
  return Prisma.raw(names.map((name) => `"${name}"`).join(', '))
}

function only(of: Partial<Record<string, string>>): Prisma.Sql {
  const conditions = Object.entries(of).flatMap(([name, value]) =>
    value === undefined ? [] : [Prisma.sql`AND ${Prisma.raw(`"${name}"`)} = ${value}`],
  )
  return conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, ' ')
}
