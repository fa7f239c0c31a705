import { type JudgedPart, mapTtl, packPartitionMap, sumTtlLoad, unitOfPartitionKey } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { findLossToAccept, printAccepted } from './loss-to-accept.ts'
import { isRemoteDisk } from './observe-table.ts'
import type { PresentTable } from './places.ts'
import { planOrders, showOrders } from './plan-orders.ts'
import { findHeavyFault, type Judged, lossesByPlace, readJudged } from './read-judged.ts'
import { readRules, toRuleView } from './read-rules.ts'
import {
  type PreviewTableTtlInput,
  previewTableTtlInput,
  type TableTtlPreview,
  type TtlPartView,
} from './schema.ts'

const maxParts = 500
/** Rows that expire while someone reads the dry run are included, so that they do not block the change. */
const countAheadMs = 600_000

/**
 * What setting this TTL would do now, to every part of every node, in gentle and in heavy mode. Nothing is changed. For
 * admins, like setting it: the expressions are evaluated over the table's rows.
 * @throws ServiceError `invalid` for an invalid TTL, with the position; `not_found`, `unreachable`.
 */
export async function previewTableTtl(
  ctx: ServiceContext,
  given: PreviewTableTtlInput,
): Promise<TableTtlPreview> {
  const input = await authorizeInput(ctx, 'admin', previewTableTtlInput, given)
  const at = { database: input.database, table: input.table }
  const now = ctx.now()
  const countedAt = new Date(now.getTime() + countAheadMs)
  const table = await readJudged(ctx, input.cluster, at, readRules(input.ttl), { now, countedAt })
  const { reading, present, places, checks } = table
  const found = present.find(({ value }) => value.checked.ttl !== null)?.value.checked
  const affected = present.flatMap(({ node, value }) => listAffected(node.name, value))
  const losses = lossesByPlace(table)
  const lossOf = new Map(losses.map((loss) => [loss.place, loss]))
  const placeOf = new Map(places.map(({ name, replicas }) => [replicas[0].node.name, name]))
  const statementsOf = (mode: 'gentle' | 'heavy') => {
    const ttl = found?.ttl ?? null
    return ttl === null ? [] : showOrders(at, ttl, planOrders(places, ttl, mode))
  }
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      countedAt,
      ttl: found?.ttl ?? null,
      rules: (found?.rules ?? []).map(toRuleView),
      accepted: checks.every(({ outcome }) => outcome !== 'blocking'),
      checks,
      nodes: present.map(({ node, value }) => {
        const place = placeOf.get(node.name) ?? null
        const loads = sumNode(value)
        const own = place === null ? undefined : lossOf.get(place)
        return {
          node: node.name,
          changes: value.checked.ttl !== value.seen.ttl,
          countsFor: place,
          parts: loads.parts,
          gentle: { ...loads.gentle, ...(own ? { loss: own.gentle } : {}) },
          heavy: { ...loads.heavy, ...(own ? { loss: own.heavy } : {}) },
        }
      }),
      accept: {
        gentle: printAccepted(findLossToAccept(losses, 'gentle')),
        heavy: printAccepted(findLossToAccept(losses, 'heavy')),
      },
      heavyFault: findHeavyFault(checks),
      statements: { gentle: statementsOf('gentle'), heavy: statementsOf('heavy') },
      later: {
        gentle: sumByDay(present.flatMap(({ value }) => value.judged.gentle)),
        heavy: sumByDay(present.flatMap(({ value }) => value.judged.heavy)),
      },
      due: findDuePartitions(present.flatMap(({ value }) => value.judged.gentle)),
      parts: affected.slice(0, maxParts),
      affectedParts: affected.length,
      maps: mapPartitions(present),
    },
  }
}

function sumNode({ seen, checked, judged }: Judged) {
  const replica = {
    policy: seen.policy,
    isRemote: (disk: string) => isRemoteDisk(seen.disks, disk),
    hasRules: checked.rules.length > 0,
  }
  return {
    parts: {
      parts: seen.parts.length,
      rows: seen.parts.reduce((sum, part) => sum + part.rows, 0n),
      bytes: seen.parts.reduce((sum, part) => sum + part.bytes_on_disk, 0n),
    },
    gentle: sumTtlLoad(judged.gentle, 'gentle', replica),
    heavy: sumTtlLoad(judged.heavy, 'heavy', replica),
  }
}

function mapPartitions(present: readonly PresentTable<Judged>[]): TableTtlPreview['data']['maps'] {
  const key = present[0]?.value.seen.partitionKey ?? ''
  const names = present.map(({ node }) => node.name)
  const map = (mode: 'gentle' | 'heavy', after: { moves: boolean; vanishes: boolean }) =>
    packPartitionMap(
      mapTtl(
        present.map(({ node, value: { seen, judged } }) => ({
          node: node.name,
          judged: judged[mode],
          isRemote: ({ to, name }) =>
            isRemoteDisk(seen.disks, to === 'disk' ? name : firstDiskOf(seen.policy, name)),
        })),
        unitOfPartitionKey(key, true),
        after,
      ),
      names,
    )
  return {
    now: map('gentle', { moves: false, vanishes: false }),
    gentle: map('gentle', { moves: true, vanishes: false }),
    heavy: map('heavy', { moves: true, vanishes: true }),
  }
}

function firstDiskOf({ volumes }: Judged['seen']['policy'], volume: string): string {
  return volumes.find(({ name }) => name === volume)?.disks[0] ?? ''
}

const urgency = ['moves', 'waits', 'blocked', 'unknown', 'stays'] as const

/** Affected parts: those with a loss first, then the most urgent and largest. */
function listAffected(node: string, { judged }: Judged): TtlPartView[] {
  return judged.heavy
    .flatMap(({ part, effect }, index): TtlPartView[] => {
      const gentle = judged.gentle[index]?.effect
      const idle = effect.place.kind === 'stays' && gentle?.place.kind === 'stays'
      const lost = effect.loss && {
        rows: effect.loss.deleted + effect.loss.folded,
        values: [...effect.loss.values.values()].reduce((sum, each) => sum + each, 0n),
      }
      if (!gentle || (idle && !effect.next && lost?.rows === 0n && lost.values === 0n)) return []
      const to = 'to' in effect.place ? effect.place.to : (effect.next?.to ?? null)
      return [
        {
          node,
          name: part.name,
          partitionId: part.partitionId,
          partition: part.partition,
          rows: part.rows,
          bytes: part.bytesOnDisk,
          disk: part.disk,
          gentle: gentle.place.kind,
          heavy: effect.place.kind,
          to: to && `${to.to} ${to.name}`,
          gentleNextAt: gentle.next && new Date(gentle.next.atMs),
          heavyNextAt: effect.next && new Date(effect.next.atMs),
          lostRows: lost?.rows ?? null,
          lostValues: lost?.values ?? null,
        },
      ]
    })
    .sort(
      (a, b) =>
        Number(b.lostRows !== 0n || b.lostValues !== 0n) - Number(a.lostRows !== 0n || a.lostValues !== 0n) ||
        urgency.indexOf(a.heavy) - urgency.indexOf(b.heavy) ||
        compareValues(b.bytes, a.bytes),
    )
}

type LaterMoves = TableTtlPreview['data']['later']['gentle']

function sumByDay(judged: readonly JudgedPart[]): LaterMoves {
  const days = new Map<string, LaterMoves[number]>()
  for (const { part, effect } of judged) {
    if (!effect.next) continue
    const day = new Date(effect.next.atMs).toISOString().slice(0, 10)
    const to = `${effect.next.to.to} ${effect.next.to.name}`
    const sum = days.get(`${day} ${to}`) ?? { day, to, parts: 0, bytes: 0n }
    days.set(`${day} ${to}`, { ...sum, parts: sum.parts + 1, bytes: sum.bytes + part.bytesOnDisk })
  }
  return [...days.values()].sort((a, b) => compareValues(a.day, b.day) || compareValues(a.to, b.to))
}

/**
 * A tier migration moves whole partitions: only those of which every part, on every node, is due for the same volume.
 */
function findDuePartitions(judged: readonly JudgedPart[]): TableTtlPreview['data']['due'] {
  const volumes = new Map<string, string | null>()
  for (const { part, effect } of judged) {
    const wanted = effect.wanted?.to === 'volume' && !effect.vanishes ? effect.wanted.name : null
    const known = volumes.get(part.partitionId)
    volumes.set(part.partitionId, known === undefined || known === wanted ? wanted : null)
  }
  const due = new Map<string, { volume: string; partitionIds: Set<string>; bytes: bigint }>()
  for (const { part, effect } of judged) {
    const volume = volumes.get(part.partitionId)
    if (!volume || effect.place.kind !== 'waits') continue
    const sum = due.get(volume) ?? { volume, partitionIds: new Set<string>(), bytes: 0n }
    sum.partitionIds.add(part.partitionId)
    due.set(volume, { ...sum, bytes: sum.bytes + part.bytesOnDisk })
  }
  return [...due.values()].map(({ partitionIds, ...rest }) => ({
    ...rest,
    partitionIds: [...partitionIds].sort(),
  }))
}
