import { QueryFailedError, replicaPaths, type TableRef, ttlDueTimes } from '@frostline/clickhouse'
import {
  chooseCopies,
  type DiskForecast,
  type DueTimes,
  describeSharedDisks,
  dropSharedCopies,
  type ForecastPart,
  findFullDay,
  findVolume,
  forecastTable,
  forecastTiers,
  printTtlAge,
  readTtlAge,
  shiftByAge,
  sumRoom,
  type TableForecast,
  type TableForecastRule,
  type Tier,
  type TierPoint,
  type TtlRule,
  tierOfDisk,
  unitOfPartitionKey,
  type WritableDisk,
} from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { askSharedTables } from '../../platform/cost/read-requests.ts'
import { forecastDisks } from '../../platform/history/forecast-disks.ts'
import { localRooms } from '../../platform/reading/file-systems.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { indexPaths, tableKey } from '../../platform/reading/table-sizes.ts'
import { toPlacedDisks } from '../../platform/reading/to-disk.ts'
import { checkTtl } from './check-ttl.ts'
import {
  hasTtl,
  isRemoteDisk,
  observeTableTtl,
  refuseWithoutTtl,
  type TtlObservation,
} from './observe-table.ts'
import { readRules } from './read-rules.ts'
import { type ForecastTableTtlInput, forecastTableTtlInput, type TableTtlForecast } from './schema.ts'

const days = 365
const dayMs = 86_400_000
/** Where a rule's column is not in the partition key, the column is read. */
const budgetMs = 60_000

interface Foreseen {
  seen: TtlObservation
  rules: TtlRule[]
  forecast: TableForecast
  localDisks: Required<WritableDisk>[]
  computed: boolean
}

/**
 * Where the bytes of a table will be, day by day for a year, from the due times of its parts' rows, the rules, and its
 * growth. With the stored TTL a part moves only by the TTL information that it has; a TTL to try is assumed to be
 * materialized.
 * @throws ServiceError `not_found`, `unreachable`, `invalid`; `forbidden` for a TTL to try by others than admins.
 */
export async function forecastTableTtl(
  ctx: ServiceContext,
  given: ForecastTableTtlInput,
): Promise<TableTtlForecast> {
  const input = parseInput(forecastTableTtlInput, given)
  await authorize(ctx, input.ttl === undefined ? 'viewer' : 'admin')
  const at = { database: input.database, table: input.table }
  const tried = input.ttl === undefined ? null : readRules(input.ttl)
  const nowMs = ctx.now().getTime()
  const reading = await readCluster(ctx, { ...input, budgetMs }, async (reader, node) => {
    const seen = await observeTableTtl(reader, at)
    if (!seen) return null
    const rules = !hasTtl(seen.engine)
      ? []
      : tried
        ? (await checkTtl(reader, node, at, tried, ctx.now())).rules
        : readRules(seen.ttl)
    const [foreseen, paths, sharing] = await Promise.all([
      foreseeNode(reader, at, seen, rules, { nowMs, materialized: tried !== null }),
      reader.askIfOffered(replicaPaths, at),
      askSharedTables(reader),
    ])
    return {
      ...foreseen,
      replicates: indexPaths(paths ?? [])({ ...at, engine: seen.engine }, node.shard),
      shared: sharing.has(tableKey(at.database, at.table)),
    }
  })
  const present = requireTable(reading, at)
  for (const { value } of present) refuseWithoutTtl(at, value.seen.engine)
  const { id: clusterId } = await ctx.clusters.get(input.cluster)
  const growth = await forecastDisks(ctx.db, clusterId, ctx.now())
  const series = present.map(({ value }) => forecastTiers(value.forecast.batches, nowMs, days))
  const { copies } = chooseCopies(
    present.map(({ node, value }) => ({
      ...{ node: node.name, shard: node.shard, replicates: value.replicates, lastSeen: null },
      ...sumParts(value.seen),
      bytesPerDay: value.forecast.bytesPerDay,
    })),
    [],
  )
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      points: sumPoints(
        present.map(({ value: { replicates, shared } }, index) => ({
          ...{ replicates, shared, points: series[index] ?? [] },
        })),
        nowMs,
      ),
      logicalBytesPerDay: copies.reduce((sum, copy) => sum + copy.bytesPerDay, 0),
      bytesPerDay: present.reduce((sum, { value }) => sum + value.forecast.bytesPerDay, 0),
      basis: present.some(({ value }) => value.forecast.basis === 'parts') ? 'parts' : 'rows',
      nodes: present.map(({ node, value }, index) => {
        const { freeBytes: hotFreeBytes } = sumRoom(value.localDisks)
        const fullMs = findFullDay(series[index] ?? [], Number(hotFreeBytes))
        return {
          node: node.name,
          bytesPerDay: value.forecast.bytesPerDay,
          hotFreeBytes,
          fullAt: fullMs === null ? null : new Date(fullMs),
          disks: value.localDisks.map((disk) =>
            describeGrowth(disk, growth.get(`${node.name}/${disk.name}`) ?? null, nowMs),
          ),
        }
      }),
      assumptions: describeAssumptions(
        present.map(({ value }) => value),
        tried !== null,
      ),
    },
  }
}

async function foreseeNode(
  reader: NodeReader,
  at: TableRef,
  seen: TtlObservation,
  rules: TtlRule[],
  how: { nowMs: number; materialized: boolean },
): Promise<Foreseen> {
  const placed = toPlacedDisks(seen.disks)
  const acting = actingRules(rules)
  // The stored TTL acts by what the parts have. Only one to try is worth reading the table's rows.
  const due = how.materialized
    ? await computeDue(reader, at, seen, acting, how.nowMs)
    : new Map<string, DueTimes[]>()
  const stored = actingRules(readRules(seen.ttl))
  const parts = seen.parts.map(
    (part): ForecastPart => ({
      bytes: Number(part.bytes_on_disk),
      tier: tierOfDisk(part.disk_name, placed),
      writtenMs: part.modification_time.getTime(),
      // This order makes growth independent of the age that is tried.
      times: timesOf(part) ?? timesByStored(part, stored) ?? timesOfColumn(due?.get(part.name), acting),
      due: acting.map((rule, index) => due?.get(part.name)?.[index] ?? knownDue(part, rule)),
    }),
  )
  const first = seen.policy.volumes[0]?.disks[0] ?? ''
  const forecast = forecastTable(
    parts,
    acting.map((rule) => toForecastRule(rule, seen, placed)),
    {
      nowMs: how.nowMs,
      days,
      unit: unitOfPartitionKey(seen.partitionKey, false),
      tier: tierOfDisk(first, placed),
      grownUnder: stored.map((rule) => toForecastRule(rule, seen, placed)),
    },
  )
  const local = new Set(
    seen.policy.volumes.flatMap(({ disks }) => disks).filter((disk) => !isRemoteDisk(seen.disks, disk)),
  )
  return {
    seen,
    rules,
    forecast,
    computed: due !== null,
    localDisks: localRooms(seen.disks).filter(({ name }) => local.has(name)),
  }
}

/** Growth from all writers of a disk, as measured for the alert. A day beyond the calendar counts as never. */
function describeGrowth(
  { name, freeBytes }: WritableDisk,
  measured: DiskForecast | null,
  nowMs: number,
): TableTtlForecast['data']['nodes'][number]['disks'][number] {
  const fullAt = measured?.daysUntilFull == null ? null : new Date(nowMs + measured.daysUntilFull * dayMs)
  return {
    disk: name,
    freeBytes,
    bytesPerDay: measured?.bytesPerDay ?? null,
    measuredHours: measured && measured.measuredOverMs / 3_600_000,
    fullAt: fullAt && !Number.isNaN(fullAt.getTime()) ? fullAt : null,
  }
}

/** From the partition key. A Date is any time of its day, so its end counts. */
function timesOf(part: TtlObservation['parts'][number]): ForecastPart['times'] {
  if (part.min_time && part.max_time)
    return { oldestMs: part.min_time.getTime(), newestMs: part.max_time.getTime() }
  if (part.min_date === null || part.max_date === null) return null
  return { oldestMs: Date.parse(part.min_date), newestMs: Date.parse(`${part.max_date}T23:59:59Z`) }
}

/** Rules that move or remove all rows of a part, which a forecast can cover. */
function actingRules(rules: readonly TtlRule[]): TtlRule[] {
  return rules.filter(
    ({ action }) => action.kind === 'move' || (action.kind === 'delete' && action.where === null),
  )
}

/** From the times of the stored TTL in the part, less their age. */
function timesByStored(
  part: TtlObservation['parts'][number],
  stored: readonly TtlRule[],
): ForecastPart['times'] {
  for (const rule of stored) {
    const age = readTtlAge(rule.expression)
    const due = knownDue(part, rule)
    if (age && due)
      return { oldestMs: shiftByAge(due.firstMs, age, -1), newestMs: shiftByAge(due.lastMs, age, -1) }
  }
  return null
}

/** From the column of the first rule with an age, which computeDue appends to the rules. */
function timesOfColumn(
  computed: readonly DueTimes[] | undefined,
  rules: readonly TtlRule[],
): ForecastPart['times'] {
  const own = computed?.[rules.length]
  return own ? { oldestMs: own.firstMs, newestMs: own.lastMs } : null
}

/**
 * By part: for each rule, then for the column of the first rule with an age, from the rows. Null where the server
 * rejects it: then only the parts' own TTL information counts.
 */
async function computeDue(
  reader: NodeReader,
  at: TableRef,
  seen: TtlObservation,
  rules: readonly TtlRule[],
  nowMs: number,
): Promise<Map<string, DueTimes[]> | null> {
  if (rules.length === 0 || seen.parts.length === 0) return new Map()
  const [age] = rules.flatMap(({ expression }) => readTtlAge(expression) ?? [])
  const expressions = [
    ...rules.map(({ expression }) => expression),
    ...(age ? [printTtlAge({ ...age, amount: 0 })] : []),
  ]
  try {
    const rows = await reader.ask(ttlDueTimes, { ...at, expressions, deletes: [], at: new Date(nowMs) })
    return new Map(
      rows.map((row) => [
        row.part,
        expressions.map((_, index) => ({
          firstMs: Number(row.first_ms[index] ?? 0n),
          lastMs: Number(row.last_ms[index] ?? 0n),
        })),
      ]),
    )
  } catch (thrown) {
    if (thrown instanceof QueryFailedError && thrown.failure.kind === 'refused') return null
    throw thrown
  }
}

/** The part's own TTL information for the rule; null when the server would skip it. */
function knownDue(part: TtlObservation['parts'][number], { expression, action }: TtlRule): DueTimes | null {
  if (action.kind === 'delete')
    return part.delete_ttl_min && part.delete_ttl_max
      ? { firstMs: part.delete_ttl_min.getTime(), lastMs: part.delete_ttl_max.getTime() }
      : null
  const index = part.move_ttl_expressions.indexOf(expression)
  const [first, last] = [part.move_ttl_min[index], part.move_ttl_max[index]]
  return first && last ? { firstMs: first.getTime(), lastMs: last.getTime() } : null
}

function toForecastRule(
  { expression, action }: TtlRule,
  seen: TtlObservation,
  placed: ReturnType<typeof toPlacedDisks>,
): TableForecastRule {
  const age = readTtlAge(expression)
  if (action.kind !== 'move') return { kind: 'delete', age }
  const disk = action.to === 'disk' ? action.name : (findVolume(seen.policy, action.name)?.disks[0] ?? '')
  const tier: Tier = tierOfDisk(disk, placed)
  return { kind: 'move', age, tier }
}

function sumParts({ parts }: TtlObservation): { rows: bigint; bytes: bigint } {
  return parts.reduce(
    (sum, part) => ({ rows: sum.rows + part.rows, bytes: sum.bytes + part.bytes_on_disk }),
    {
      rows: 0n,
      bytes: 0n,
    },
  )
}

/** What replicas share on object storage is stored once. */
function sumPoints(
  nodes: readonly { replicates: string | null; shared: boolean; points: readonly TierPoint[] }[],
  nowMs: number,
): TableTtlForecast['data']['points'] {
  return Array.from({ length: days + 1 }, (_, day) => {
    const own = nodes.map(({ points, ...copy }) => ({ ...copy, point: points[day] }))
    const cold = own.map(({ point, ...copy }) => ({
      ...copy,
      tier: 'cold' as const,
      bytes: point?.coldBytes ?? 0,
    }))
    return {
      at: new Date(nowMs + day * dayMs),
      hotBytes: own.reduce((sum, { point }) => sum + (point?.hotBytes ?? 0), 0),
      coldBytes: dropSharedCopies(cold, () => '').reduce((sum, { bytes }) => sum + bytes, 0),
      unknownBytes: own.reduce((sum, { point }) => sum + (point?.unknownBytes ?? 0), 0),
    }
  })
}

function describeAssumptions(foreseen: readonly Foreseen[], tried: boolean): string[] {
  const rules = foreseen.flatMap((each) => each.rules)
  const some = (test: (rule: TtlRule) => boolean) => rules.some(test)
  return [
    'The table keeps its growth rate. New rows have the time of their insert.',
    'The data of a partition moves together when its last row is due.',
    'By this table alone: other tables on the disks do not grow. By all tables: each disk keeps the growth measured over up to seven days, with the TTLs of that time.',
    ...(foreseen.some(({ forecast }) => forecast.basis === 'parts')
      ? [
          'The times of the rows are unknown. Growth is measured by the time when parts were written, including merges and backfills.',
        ]
      : []),
    ...(tried
      ? ['The TTL is materialized: every part has its TTL information.']
      : ['A part without TTL information stays in place until it is moved manually.']),
    ...(some(({ action }) => action.kind === 'delete' && action.where !== null)
      ? ['DELETE with a condition is assumed to delete nothing.']
      : []),
    ...(some(({ action }) => action.kind === 'group-by' || action.kind === 'recompress')
      ? ['GROUP BY and RECOMPRESS are assumed not to change the size.']
      : []),
    ...(some(({ expression }) => readTtlAge(expression) === null)
      ? ['A rule that is not a column plus an age applies to existing parts only, not to new ones.']
      : []),
    ...new Set(
      foreseen.flatMap(({ localDisks }) =>
        sumRoom(localDisks).shared.map((names) => describeSharedDisks([names])),
      ),
    ),
    ...(foreseen.some(({ computed }) => !computed)
      ? ['The rows could not be read. Only the TTL information of the parts counts.']
      : []),
  ]
}
