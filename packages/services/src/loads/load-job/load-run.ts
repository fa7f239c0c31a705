import { cancelLoadBatches, type Prisma, type Transaction } from '@frostline/db'
import { endedRunStatuses, type LoadSpec, loadSpec, openRunStatuses } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { editRun, orderRun, refuseState } from '../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { loadDuplicatesInput, loadLostReplicaInput } from './job-schema.ts'

export type StoredLoad = Prisma.LoadJobGetPayload<{ include: typeof withRun }>

export const loads: RunOfKind<StoredLoad> = {
  kind: 'load-job',
  find: (tx, id) => tx.loadJob.findUnique({ where: { id }, include: withRun }),
  nameOf({ spec }) {
    const { target } = loadSpec.parse(spec)
    return `${target.database}.${target.table}`
  },
  cancelRest: cancelLoadBatches,
}

/** @throws ServiceError `not_found` */
export const findLoad = (tx: Transaction, id: string) => findRun(tx, loads, id)

/** @throws ServiceError `conflict` */
export function refuseLoad(load: StoredLoad, participle: string, hint: string): never {
  refuseState(loads, { name: loads.nameOf(load), status: load.run.status, participle, hint })
}

/** A batch that arrives in the table ends first, one that is being read goes on later. */
export const pauseLoad = (ctx: ServiceContext, given: RunRefInput) => orderRun(ctx, loads, given, 'pause')

export const resumeLoad = (ctx: ServiceContext, given: RunRefInput) => orderRun(ctx, loads, given, 'resume')

/**
 * Statements under way are killed and what they staged is dropped; a batch that has begun to arrive in the table is brought to
 * its end, since half of it must not stay. What has arrived stays.
 */
export const cancelLoad = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, loads, given, 'cancel', async (load, tx) => {
    const { id, status } = load.run
    if (status !== 'queued' && status !== 'paused') return
    const begun = await tx.loadBatch.count({
      where: { jobId: id, status: { in: ['loading', 'publishing'] } },
    })
    if (begun > 0)
      refuseLoad(
        load,
        'cancelled yet',
        'A batch is partly in the table and must be completed first. Resume the load, then cancel it.',
      )
  })

/**
 * Gives up what a cancelled load keeps for a retry. A worker drops the staging tables within minutes; a retry reads the
 * objects again.
 */
export function dropKeptOfLoad(ctx: ServiceContext, given: RunRefInput) {
  const participle = 'cleaned up'
  const hint = 'Only a cancelled load can have staged rows, and this load has none.'
  const change = { verb: 'drop-kept', from: ['cancelled'], participle, hint, details: {} } as const
  return editRun(ctx, loads, given, change, async (load, tx) => {
    const { count } = await tx.loadBatch.updateMany({
      where: { jobId: load.id, status: 'cancelled', keepsStaged: true },
      data: { keepsStaged: false, waitReason: null },
    })
    if (count === 0) refuseLoad(load, participle, hint)
  })
}

/** Chooses what becomes of parts that the table would leave out, for all that the load has not brought in yet. */
export async function settleLoadDuplicates(ctx: ServiceContext, given: z.input<typeof loadDuplicatesInput>) {
  const { id, duplicates } = parseInput(loadDuplicatesInput, given)
  return chooseRule(ctx, id, 'duplicates', { duplicates }, { duplicates })
}

/** Chooses what the load does while a replica that stages its rows does not answer. */
export async function settleLoadLostReplica(
  ctx: ServiceContext,
  given: z.input<typeof loadLostReplicaInput>,
) {
  const { id, lostReplica } = parseInput(loadLostReplicaInput, given)
  const { kind, ...limit } = lostReplica
  return chooseRule(ctx, id, 'lost-replica', { lostReplica: kind, ...limit }, { lostReplica })
}

const incomplete = [...openRunStatuses, ...endedRunStatuses].filter((status) => status !== 'completed')

function chooseRule(
  ctx: ServiceContext,
  id: string,
  verb: string,
  details: Record<string, string | number>,
  rule: Partial<Pick<LoadSpec, 'duplicates' | 'lostReplica'>>,
) {
  const hint = 'Nothing of it is left to load: start a new load.'
  const change = { verb, from: incomplete, participle: 'changed', hint, details }
  return editRun(ctx, loads, { id }, change, (load, tx) =>
    tx.loadJob.update({ where: { id }, data: { spec: { ...loadSpec.parse(load.spec), ...rule } } }),
  )
}
