import { listDisks, tableDiskSizes } from '@frostline/clickhouse'
import {
  changeMoveAge,
  compareForecasts,
  costOfPoint,
  objectsOfParts,
  printTtl,
  readTtlAge,
  type TierPoint,
  type TierPrices,
  type TtlRule,
} from '@frostline/domain'
import type { z } from 'zod'
import { forecastTableTtl } from '../../placement/ttl/forecast.ts'
import { getTableTtl } from '../../placement/ttl/get.ts'
import { readRules } from '../../placement/ttl/read-rules.ts'
import type { TableTtl } from '../../placement/ttl/schema.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { tableKey } from '../reading/table-sizes.ts'
import { createDiskPricing, readPriceBook } from './disk-prices.ts'
import { askSharedTables } from './read-requests.ts'
import { getTtlSavingInput, type TtlSaving } from './ttl-saving-schema.ts'

const daysShown = [0, 30, 90, 180, 365]

/**
 * How much less storage would cost per month if rows moved to the cold volume at another age, or at all: the forecast
 * of the TTL page with and without the change. Changes nothing. For admins, like every TTL test.
 * @throws ServiceError `invalid` where no age rule can be made; `not_found`, `unreachable`.
 */
export async function getTtlSaving(
  ctx: ServiceContext,
  given: z.input<typeof getTtlSavingInput>,
): Promise<TtlSaving> {
  const { days, volume, column, ...at } = await authorizeInput(ctx, 'admin', getTtlSavingInput, given)
  const { data } = await getTableTtl(ctx, at)
  const { ttl, target, storedAge } = changeAge(data, { days, volume, column })
  const [before, after] = await Promise.all([
    forecastTableTtl(ctx, at),
    forecastTableTtl(ctx, { ...at, ttl }),
  ])
  refuseOtherNodes(before.data.coverage.missingNodes, after.data.coverage.missingNodes)
  const { prices, currency, shared } = await readTierPrices(ctx, at, {
    hot: data.targets.find(({ remote }) => !remote)?.disks[0],
    cold: target.disks[0],
  })
  const stored = before.data.points.map(toPoint)
  const points = compareForecasts(stored, after.data.points.map(toPoint), prices)
  const [today] = stored
  return {
    ...after,
    data: {
      ...{ coverage: after.data.coverage, currency, shared },
      ...{ ttl, volume: target.name, storedAge },
      perMonth: today && today.unknownBytes === 0 ? costOfPoint(today, prices) : null,
      points: daysShown.flatMap((day) => {
        const point = points[day]
        if (!point) return []
        const { atMs, ...saved } = point
        return [{ at: new Date(atMs), ...saved }]
      }),
    },
  }
}

type Target = TableTtl['data']['targets'][number]

/** The TTL that most nodes have, with another age in its rule for the target, or with such a rule added. */
function changeAge(
  { database, table, forms, targets, columns }: TableTtl['data'],
  { days, volume, column }: { days: number; volume: string | undefined; column: string | undefined },
): { ttl: string; target: Target; storedAge: string | null } {
  const rules = readRules(forms[0]?.ttl ?? '')
  const target =
    volume === undefined ? findColdTarget(rules, targets) : targets.find(({ name }) => name === volume)
  const due = { amount: days, unit: 'DAY' as const, column: column ?? columns[0]?.name ?? null }
  const changed = target && changeMoveAge(rules, target, due)
  if (target && changed) {
    const { former } = changed
    const storedAge = former && `${former.amount} ${former.unit.toLowerCase()}`
    return { ttl: printTtl(changed.rules), target, storedAge }
  }
  throw new ServiceError(
    'invalid',
    target
      ? `${database}.${table} has no date or time column, or its rule to ${target.name} is not a plain age.`
      : `The storage policy of ${database}.${table} has no ${volume ?? 'volume on object storage'}.`,
    {
      hint: target
        ? 'Write the rule in the TTL editor. Its dry run shows the saving.'
        : 'Change the storage policy on the page of the table.',
    },
  )
}

/** Where its rules move rows by age; without such a rule the coldest volume. */
function findColdTarget(rules: readonly TtlRule[], targets: readonly Target[]): Target | undefined {
  const remote = targets.filter((target) => target.remote)
  const named = rules.flatMap(({ expression, action }) =>
    action.kind === 'move' && readTtlAge(expression) !== null ? [action] : [],
  )
  return (
    remote.find(({ to, name }) => named.some((action) => action.to === to && action.name === name)) ??
    remote.findLast(({ to }) => to === 'volume')
  )
}

/** Bytes of a node that is in only one of the forecasts would look like savings. */
function refuseOtherNodes(before: readonly string[], after: readonly string[]): void {
  const once = [...before, ...after].filter((name) => before.includes(name) !== after.includes(name))
  if (once.length === 0) return
  throw new ServiceError('unreachable', `${once.join(', ')} answered only one of the two forecasts.`, {
    hint: 'Try again when the node is stable.',
  })
}

function toPoint({ at, ...bytes }: { at: Date } & Omit<TierPoint, 'atMs'>): TierPoint {
  return { atMs: at.getTime(), ...bytes }
}

/**
 * Prices of a table's bytes on a local disk and on one on object storage, by the disks' names; those of their kind
 * where no node knows the disk.
 */
async function readTierPrices(
  ctx: ServiceContext,
  at: { cluster: string; database: string; table: string },
  disks: { hot: string | undefined; cold: string | undefined },
): Promise<{ prices: TierPrices; currency: string; shared: boolean }> {
  const { cluster, ...table } = at
  const { readings, cluster: known } = await readCluster(ctx, { cluster, fresh: false }, async (reader) => {
    const [rows, ownDisks, shared] = await Promise.all([
      reader.ask(tableDiskSizes, { ...table, include_system: true }),
      reader.ask(listDisks, {}),
      askSharedTables(reader),
    ])
    return { rows, disks: ownDisks, shared }
  })
  const { book } = await readPriceBook(ctx.db, known.id)
  const pricesOf = (name: string | undefined) => {
    const node = readings.find(({ value }) => value.disks.some((disk) => disk.name === name))
    return name === undefined || !node ? null : createDiskPricing(book, node.value.disks).pricesOf(name)
  }
  const [hot, cold] = [pricesOf(disks.hot), pricesOf(disks.cold)]
  const rows = readings.flatMap(({ value }) => value.rows)
  const bytes = rows.reduce((sum, row) => sum + Number(row.active_bytes), 0)
  const objects = rows.reduce(
    (sum, row) => sum + Number(objectsOfParts({ parts: row.active_parts, files: row.active_files })),
    0,
  )
  return {
    prices: {
      local: hot?.kind === 'local' ? hot : book.local,
      object: cold?.kind === 'object' ? cold : book.object,
      objectsPerByte: bytes === 0 ? 0 : objects / bytes,
    },
    currency: book.currency,
    shared: readings.some(({ value }) => value.shared.has(tableKey(at.database, at.table))),
  }
}
