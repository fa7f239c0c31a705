import { claimKeyOf, type Prisma, type TableOfCluster, type Transaction } from '@frostline/db'
import { type MigrationStatus, nextRunStatus, runTransitions } from '@frostline/domain'
import { statusOf } from '../../placement/tier-migration/to-view.ts'
import type { Actor } from '../../platform/base/actor.ts'
import { isSamePerson } from '../../platform/base/find-person.ts'
import { refuseState } from '../../platform/run/order-run.ts'
import type { RunOfKind } from '../../platform/run/run-of-kind.ts'
import { withRun } from '../../platform/run/stored-run.ts'

export const withExitRun = {
  ...withRun,
  cluster: { select: { slug: true, name: true, approvalRequired: true } },
} as const satisfies Prisma.ZeroCopyExitInclude

/** A plan has no run before it is started. */
export type StoredExit = Prisma.ZeroCopyExitGetPayload<{ include: typeof withExitRun }>

export const exits: RunOfKind<StoredExit> = {
  kind: 'zero-copy-exit',
  find: (tx, id) => tx.zeroCopyExit.findUnique({ where: { id }, include: withExitRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  detailsOf: ({ stage }) => ({ stage }),
  plans: {
    table: 'zero_copy_exit',
    async order(tx, ctx, plan, order) {
      const { participle, hint } = runTransitions[order]
      if (order !== 'cancel' || plan.discardedAt !== null) refuseExit(plan, participle, hint)
      const data = { discardedBy: ctx.actor.name, discardedAt: ctx.now() }
      await tx.zeroCopyExit.update({ where: { id: plan.id }, data })
      return 'cancelled'
    },
  },
}

/** Shown as cancelled when it has gone back. */
export function exitStatusOf(exit: Parameters<typeof statusOf>[0] & { goesBack: boolean }): MigrationStatus {
  const status = statusOf(exit)
  return status === 'completed' && exit.goesBack ? 'cancelled' : status
}

export function refuseExit(exit: StoredExit, participle: string, hint: string): never {
  refuseState(exits, { name: exits.nameOf(exit), status: exitStatusOf(exit), participle, hint })
}

/** A table has one exit at a time. */
export function claimOfExit({ clusterId, database, table }: TableOfCluster): string {
  return claimKeyOf('zero-copy-exit', clusterId, database, table)
}

/** Whether the cluster requires a second person, and this one planned it, directly or by a token. */
export async function needsOther(
  tx: Transaction,
  { cluster, requestedById }: StoredExit,
  actor: Actor,
): Promise<boolean> {
  if (!cluster.approvalRequired || requestedById === null || actor.type === 'system') return false
  return isSamePerson(tx, requestedById, actor.id)
}

/** Before its last stage. Afterwards each replica has separate objects. */
export function mayGoBack({ run, stage, goesBack, proof }: StoredExit): boolean {
  const still = run !== null && nextRunStatus('revert', run.status) !== null
  return still && !goesBack && proof === null && (stage === 'to-hot' || stage === 'switch-off')
}
