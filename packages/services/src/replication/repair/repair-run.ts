import { Prisma } from '@frostline/db'
import { closesTable } from '@frostline/domain'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { refuseOpenRuns } from '../../open-run/refuse-open-runs.ts'
import { orderRun } from '../../run/order-run.ts'
import { findRun, type RunOfKind } from '../../run/run-of-kind.ts'
import { type RunRefInput, runRef } from '../../run/run-schema.ts'
import { withRun } from '../../run/stored-run.ts'

export type StoredRepair = Prisma.ReplicaRepairGetPayload<{ include: typeof withRun }>

/** A sync changes nothing that the server would not do by itself. */
export const repairRoles = { sync: 'operator', restart: 'admin', restore: 'admin', drop: 'admin' } as const

export const repairs: RunOfKind<StoredRepair> = {
  kind: 'replica-repair',
  find: (tx, id) => tx.replicaRepair.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  roleOf: ({ kind }) => repairRoles[kind],
  async listNodes(tx, id) {
    const { nodeName } = await tx.replicaRepair.findUniqueOrThrow({ where: { id } })
    return [nodeName]
  },
}

/** Its statement is killed; what the server has done by then stays. */
export const cancelRepair = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, repairs, given, 'cancel')

/** Looks at the replicas again and sends the statement anew. */
export async function retryRepair(ctx: ServiceContext, given: RunRefInput) {
  const { id } = parseInput(runRef, given)
  const { run, database, table, kind } = await findRun(ctx.db, repairs, id)
  if (closesTable(kind))
    await ctx.db.$transaction((tx) =>
      refuseOpenRuns(tx, { clusterId: run.clusterId }, { table: { database, table } }),
    )
  return orderRun(ctx, repairs, { id }, 'retry', (_, tx) =>
    tx.replicaRepair.update({
      where: { id },
      data: { queryId: null, sentAt: null, after: Prisma.DbNull, proof: null, verified: null },
    }),
  )
}
