import { hasTurn, judgeMigrationSteps, recordDriven, type Transaction } from '@frostline/db'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { driveLane, hasMore } from './drive-lane.ts'
import { Lane } from './lane.ts'
import { MigrationOrdersReader } from './migration-orders.ts'
import { PartObjectsLookout } from './part-objects-lookout.ts'
import { pickUpArrivals } from './pick-up-arrivals.ts'

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

/** Inserts into a partition may go on for ever: a plan is not to run after them. */
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
