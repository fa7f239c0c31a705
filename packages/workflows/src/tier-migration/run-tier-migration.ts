import { QueryFailedError } from '@frostline/clickhouse'
import {
  fencedRun,
  hasTurn,
  judgeMigrationSteps,
  type RunRef,
  recordDriven,
  type TierMigration,
  type TierMigrationStep,
  type Transaction,
} from '@frostline/db'
import {
  decodeWitnesses,
  encodeWitnesses,
  findUnfetched,
  findVolumeOfDisk,
  groupBy,
  type Part,
  type PartWitness,
  type StepObservation,
  takeWitness,
  tierMigrationLimits,
} from '@frostline/domain'
import { type ClusterConnection, observePartitions } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { driveLane, hasMore } from './drive-lane.ts'
import { Lane, MigrationOrdersReader } from './lane.ts'
import { PartObjectsLookout } from './lookouts.ts'
import { readTableUuid } from './step-context.ts'

/**
 * One lane a replica, until nothing is left. The ledger says which partitions are open, every step observes before it acts, and
 * its ledger writes are fenced (see StaleWriterError), so that it may be begun again anywhere.
 */
export const migrationWork: WorkOfKind = {
  kind: 'tier-migration',
  // Each has one lane a replica.
  maxAtOnce: 8,
  // The next table of a batch takes no place among those that run at the same time before its turn.
  mayBegin: hasTurn,
  drive,
  judge: judgeMigrationSteps,
  auditsPause: true,
  describe,
}

/** Inserts into a partition may go on forever: a plan is not to run after them. */
const maxPickUps = 3

async function drive({ deps, ref, announce }: BegunRun): Promise<void> {
  const nodes = await deps.db.tierMigrationStep.findMany({
    where: { migrationId: ref.id },
    distinct: ['nodeName'],
    select: { nodeName: true },
    orderBy: { nodeName: 'asc' },
  })
  const orders = new MigrationOrdersReader(deps, ref)
  for (let pickUps = 0; ; pickUps++) {
    const objects = new PartObjectsLookout()
    const lanes = nodes.map(({ nodeName }) => new Lane(deps, announce, orders, ref, nodeName, objects))
    for (let open = lanes; open.length > 0; ) {
      const busy = new Set(open)
      await Promise.all(open.map((lane) => driveLane(lane, busy)))
      open = []
      for (const lane of lanes) if (await hasMore(lane)) open.push(lane)
    }
    if (pickUps === maxPickUps || !(await pickUpArrivals(deps, ref))) break
    announce()
  }
  await recordDriven(deps.db, ref, (await orders.read()).orderVersion)
}

/** An audit entry stays readable; the ledger and the exported proof hold every statement. */
const maxStatements = 1000

async function describe(tx: Transaction, id: string) {
  const { database, table } = await tx.tierMigration.findUniqueOrThrow({ where: { id } })
  const moves = await tx.tierMigrationMove.findMany({
    where: { step: { migrationId: id }, status: { not: 'withdrawn' } },
    select: { statement: true, queryId: true, step: { select: { nodeName: true } } },
    orderBy: { sentAt: 'asc' },
  })
  const completed = await tx.tierMigrationStep.count({ where: { migrationId: id, status: 'completed' } })
  return {
    ...{ objectName: `${database}.${table}`, didSome: completed > 0, details: { statements: moves.length } },
    statements: moves
      .slice(0, maxStatements)
      .map(({ statement, queryId, step }) => ({ node: step.nodeName, sql: statement, queryId })),
  }
}

const columns = {
  ...{ id: true, nodeName: true, shard: true, partitionId: true, toVolume: true },
  ...{ before: true, after: true, shardMaxBlock: true, endReason: true },
} as const
type Step = Pick<TierMigrationStep, keyof typeof columns>

/**
 * Before a run is settled: partitions of replicated tables to which parts came after their steps were through. One replica may
 * have moved them with the rest while another had done its part already. Their steps are opened again with the proof of what
 * they have moved, and so are those of the other replicas of the shard that will still fetch these parts, where that is waited
 * for. A replica that cannot be read is left: what came to it is a late arrival. Nothing is opened where steps have
 * failed, or where each part is read before it moves. Answers whether there is more to do.
 */
async function pickUpArrivals(deps: WorkflowDeps, ref: RunRef): Promise<boolean> {
  const run = { ...fencedRun(ref), status: 'running' as const }
  const migration = await deps.db.tierMigration.findFirst({ where: { id: ref.id, run } })
  if (migration === null || migration.deepCheck) return false
  const own = { migrationId: ref.id }
  const [unfinished, steps] = await Promise.all([
    deps.db.tierMigrationStep.count({ where: { ...own, status: { notIn: ['completed', 'skipped'] } } }),
    deps.db.tierMigrationStep.findMany({
      where: { ...own, status: 'completed', shardMaxBlock: { not: null } },
      select: columns,
    }),
  ])
  if (unfinished > 0 || steps.length === 0) return false
  const sights = await inspectSteps(deps, migration, steps)
  const waits = tierMigrationLimits.parse(migration.limits).replicas?.behind !== 'leave'
  let opened = 0
  for (const replicas of groupBy(sights, ({ step }) => `${step.shard} ${step.partitionId}`).values()) {
    const highest = replicas
      .flatMap(({ arrived }) => arrived)
      .reduce<bigint | null>(
        (most, { maxBlock }) => (most === null || maxBlock > most ? maxBlock : most),
        null,
      )
    for (const { step, sight, arrived } of replicas) {
      const planned = step.shardMaxBlock ?? -1n
      const shardMaxBlock = highest !== null && highest > planned ? highest : planned
      const isToCome =
        waits &&
        // It has waited long enough.
        step.endReason === null &&
        sight.replication !== null &&
        findUnfetched(sight.replication, step.partitionId, sight.parts, shardMaxBlock).length > 0
      if (arrived.length === 0 && !isToCome) continue
      const before = encodeWitnesses([...witnessesOf(step.before), ...arrived.map(takeWitness)])
      const { count } = await deps.db.tierMigrationStep.updateMany({
        where: { id: step.id, status: 'completed', migration: { run } },
        data: { status: 'planned', proof: null, finishedAt: null, endReason: null, before, shardMaxBlock },
      })
      opened += count
    }
  }
  return opened > 0
}

async function inspectSteps(deps: WorkflowDeps, migration: TierMigration, steps: readonly Step[]) {
  const { nodes } = await deps.clusters.get(migration.clusterId)
  const byNode = [...groupBy(steps, ({ nodeName }) => nodeName)]
  const looks = await Promise.all(
    byNode.map(async ([name, own]) => {
      const node = nodes.find((each) => each.name === name)
      const seen = node ? await look(deps, migration, node, own) : new Map<string, StepObservation>()
      return own.flatMap((step) => {
        const sight = seen.get(step.partitionId)
        return sight ? [{ step, sight, arrived: findArrived(step, sight) }] : []
      })
    }),
  )
  return looks.flat()
}

function findArrived(step: Step, { parts, policy }: StepObservation): Part[] {
  const moved = new Set(witnessesOf(step.after).map(({ name }) => name))
  return parts.filter(
    ({ name, disk }) => !moved.has(name) && findVolumeOfDisk(policy, disk)?.name !== step.toVolume,
  )
}

function witnessesOf(json: unknown): PartWitness[] {
  return json === null ? [] : decodeWitnesses(json)
}

/** Empty where the replica cannot be read, or has another table by now. */
async function look(
  { log }: WorkflowDeps,
  { id, database, table, tableUuids }: TierMigration,
  node: ClusterConnection['nodes'][number],
  steps: readonly Step[],
): Promise<ReadonlyMap<string, StepObservation>> {
  const partitionIds = [...new Set(steps.map(({ partitionId }) => partitionId))]
  try {
    const seen = await observePartitions(node.client, { database, table, partitionIds }, new Map())
    const uuid = readTableUuid(tableUuids, node.name)
    return seen && [...seen.values()].every(({ tableUuid }) => tableUuid === uuid) ? seen : new Map()
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    log.warn({ error: thrown, migrationId: id, node: node.name }, 'No look at what has arrived meanwhile')
    return new Map()
  }
}
