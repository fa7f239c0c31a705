import { lockRow, notifyChange, type TableOfCluster, type Transaction } from '@frostline/db'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseHolder } from '../../platform/run/claim.ts'
import { claimOfExit, exits } from './exit-run.ts'
import { contentsOf } from './observe.ts'
import { planExit } from './plan.ts'
import { type ExitRequest, exitRequest } from './schema.ts'

/**
 * Stores the plan of an exit with the contents of its partitions; it runs only after it is started.
 * @throws ServiceError `refused` with the blocking checks; `conflict` where another one of the table is open.
 */
export async function requestExit(ctx: ServiceContext, given: ExitRequest): Promise<{ id: string }> {
  const input = parseInput(exitRequest, given)
  const { database, table, hotVolume, targetVolume, limits, deepCheck } = input
  const cluster = await ctx.clusters.get(input.cluster)
  const name = `${database}.${table}`
  const attempt = {
    ...{ action: 'zero-copy-exit.request', objectType: 'zero-copy-exit', objectName: name },
    ...{ clusterId: cluster.id, clusterName: cluster.name },
  }
  await authorize(ctx, 'admin', attempt)
  const { observed, checks, accepted, origins } = await planExit(ctx, input)
  if (!accepted) {
    const blocking = checks.filter(({ outcome }) => outcome === 'blocking')
    throw new ServiceError(
      'refused',
      `${name} cannot be taken off zero-copy replication now: ${blocking.map(({ text }) => text).join(' ')}`,
      { hint: blocking[0]?.hint ?? 'See the checks.' },
    )
  }
  return ctx.db.$transaction(async (tx) => {
    await refuseOther(tx, { clusterId: cluster.id, database, table })
    const { id } = await tx.zeroCopyExit.create({
      select: { id: true },
      data: {
        ...{ clusterId: cluster.id, database, table, hotVolume, targetVolume, limits, deepCheck },
        ...{ origins: Object.fromEntries(origins), stage: 'to-hot', migrations: [], switches: [] },
        tableUuids: Object.fromEntries(observed.tableUuids),
        checks: checks.map((check) => ({ ...check })),
        before: contentsOf(observed.replicas, origins.keys()).map((content) => ({ ...content })),
        ...{ requestedById: ctx.actor.id, requestedBy: ctx.actor.name, createdAt: ctx.now() },
      },
    })
    await recordAudit(tx, ctx, {
      ...attempt,
      objectId: id,
      outcome: 'succeeded',
      details: { hotVolume, targetVolume: targetVolume ?? 'none', partitions: origins.size },
    })
    await notifyChange(tx, 'zero-copy-exit', id)
    return { id }
  })
}

/** A table has one plan or open exit at a time. */
async function refuseOther(tx: Transaction, { clusterId, database, table }: TableOfCluster): Promise<void> {
  await lockRow(tx, 'cluster', clusterId)
  const claimKey = claimOfExit({ clusterId, database, table })
  await refuseHolder(tx, exits, { claimKey, name: `${database}.${table}` })
  const plan = await tx.zeroCopyExit.findFirst({
    where: { clusterId, database, table, runId: null, discardedAt: null },
    select: { requestedBy: true },
  })
  if (!plan) return
  throw new ServiceError('conflict', `${plan.requestedBy} has planned an exit of ${database}.${table}.`, {
    hint: 'Start that one, or cancel it first.',
  })
}
