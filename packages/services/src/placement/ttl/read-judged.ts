import type { TableRef } from '@frostline/clickhouse'
import { keeperPlaceOf, replicaStates } from '@frostline/clickhouse'
import {
  addTtlLosses,
  noTtlLoss,
  type TtlCheck,
  type TtlLoss,
  type TtlRule,
  takesRows,
  toTtlLoss,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { type ClusterReading, readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { type CheckedTtl, checkTtl } from './check-ttl.ts'
import { type JudgedNode, judgeNode } from './judge-node.ts'
import type { PlaceLoss } from './loss-to-accept.ts'
import { hasTtl, observeTableTtl, refuseWithoutTtl, type TtlObservation } from './observe-table.ts'
import {
  checkReplicas,
  groupPlaces,
  isReadOnly,
  type PresentTable,
  type TtlPlace,
  unfetchedParts,
} from './places.ts'

/** Where due times are computed from the rows, a column of the whole table is read. */
const budgetMs = 120_000

export interface Judged {
  seen: TtlObservation
  checked: CheckedTtl
  judged: JudgedNode
}

export interface JudgedTable {
  reading: ClusterReading<Judged | null>
  present: PresentTable<Judged>[]
  places: TtlPlace<Judged>[]
  /** Unreachable nodes. */
  missing: { node: ConnectedNode; reason: string }[]
  checks: TtlCheck[]
  /** Checks because of which nothing is sent at all; other blockers are rejected by the node itself. */
  readiness: TtlCheck[]
}

/**
 * What a TTL would do to the parts of every node that has the table. Nothing is counted for a shard without a replica
 * that accepts statements: nothing can be set there.
 * @throws ServiceError `not_found`, `unreachable`, `invalid` for a table without TTLs
 */
export async function readJudged(
  ctx: ServiceContext,
  cluster: string,
  at: TableRef,
  rules: readonly TtlRule[],
  times: { now: Date; countedAt: Date },
): Promise<JudgedTable> {
  const writable = await readWritablePaths(ctx, cluster, at)
  const reading = await readCluster(ctx, { cluster, fresh: true, budgetMs }, async (reader, node) => {
    const seen = await observeTableTtl(reader, at)
    if (!seen) return null
    const checked = await checkTtl(reader, node, at, rules, times.now)
    const blocked =
      !hasTtl(seen.engine) ||
      (isReadOnly(seen) && (seen.replica === null || !writable.has(keeperPlaceOf(seen.replica)))) ||
      checked.checks.some(({ outcome }) => outcome === 'blocking')
    const judged: JudgedNode = blocked
      ? { checks: [], gentle: [], heavy: [] }
      : await judgeNode(reader, node.name, at, seen, checked, times)
    return { seen, checked, judged }
  })
  const present = requireTable(reading, at)
  for (const { value } of present) refuseWithoutTtl(at, value.seen.engine)
  const places = groupPlaces(present)
  const missing = listMissing(reading)
  const readiness = [
    ...checkReplicas(places, missing),
    ...present.flatMap(({ value }) => value.checked.checks),
  ]
  const checks = [...readiness, ...present.flatMap(({ value }) => value.judged.checks)]
  return { reading, present, places, missing, checks, readiness }
}

/** Keeper paths with a replica that accepts statements now. */
async function readWritablePaths(
  ctx: ServiceContext,
  cluster: string,
  at: TableRef,
): Promise<ReadonlySet<string>> {
  const { readings } = await readCluster(ctx, { cluster, fresh: true }, (reader) =>
    reader.ask(replicaStates, at),
  )
  return new Set(
    readings.flatMap(({ value }) =>
      value.flatMap((row) => (row.is_readonly || row.is_session_expired ? [] : [keeperPlaceOf(row)])),
    ),
  )
}

function listMissing({ cluster, coverage, envelope }: ClusterReading<unknown>): JudgedTable['missing'] {
  return cluster.nodes
    .filter(({ name }) => coverage.missingNodes.includes(name))
    .map((node) => ({
      node,
      reason: envelope.nodes.find(({ name }) => name === node.name)?.message ?? 'no answer',
    }))
}

/** The loss in each place, counted by the replica that gets the statement. */
export function lossesByPlace({ places, missing }: JudgedTable): PlaceLoss[] {
  return places.map((place) => {
    const [{ value }] = place.replicas
    const { seen, checked, judged } = value
    const unfetched = takesRows(checked.rules)
      ? unfetchedParts(
          place,
          missing.map(({ node }) => node),
        )
      : 0
    return {
      place: place.name,
      changes: checked.ttl !== seen.ttl,
      hasRules: checked.rules.length > 0,
      gentle: withUnfetched(sumLoss(judged.gentle), unfetched),
      heavy: withUnfetched(sumLoss(judged.heavy), unfetched),
    }
  })
}

function sumLoss(judged: JudgedNode['heavy']): TtlLoss {
  return addTtlLosses(judged.map(({ effect }) => toTtlLoss(effect.loss)))
}

function withUnfetched(loss: TtlLoss, parts: number): TtlLoss {
  return addTtlLosses([loss, { ...noTtlLoss, parts, uncountedParts: parts }])
}

/** Why heavy mode is refused, or null. */
export function findHeavyFault(checks: readonly TtlCheck[]): string | null {
  const fault = checks.find(({ id }) => id === 'materialize-fails')
  return fault ? `${fault.node}: ${fault.text}` : null
}
