import { Prisma } from '@frostline/db'
import { closesTable } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { refuseOpenRuns } from '../../platform/open-run/refuse-open-runs.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import type { RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'

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

/** Kills its statement; what the server has done by then stays. */
export const cancelRepair = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, repairs, given, 'cancel')

/** Checks the replicas again and sends the statement again. */
export const retryRepair = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(
    ctx,
    repairs,
    given,
    {
      verb: 'retry',
      orderFor: () => 'retry',
      async first({ run: { clusterId }, database, table, kind }, tx) {
        if (closesTable(kind)) await refuseOpenRuns(tx, { clusterId }, { table: { database, table } })
      },
    },
    ({ id }, tx) =>
      tx.replicaRepair.update({
        where: { id },
        data: { queryId: null, sentAt: null, after: Prisma.DbNull, proof: null, verified: null },
      }),
  )
