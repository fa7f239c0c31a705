import { endAlertTurn, LostAlertTurnError, takeAlertTurn } from '@frostline/db'
import { type Actor, evaluateCluster, type ServiceContext, sendDueDeliveries } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { repeatUntil } from '../worker/repeat-until.ts'

export interface AlertOptions {
  /** Seconds between the starts of two evaluations, over all workers. */
  everySeconds: number
  /** Allows alerts to be sent to the worker's own machine. */
  allowLoopback: boolean
  /** Public address of the console; null: unknown. */
  publicUrl: string | null
}

const SEND_TIMEOUT_MS = 10_000

/**
 * Evaluates the alerts of all clusters, taking turns with the other workers, and sends due messages from the outbox.
 * Separate from the sweep for migrations, so that a slow receiver or a node that is down never delays a move.
 */
export async function watchAlerts(
  deps: WorkflowDeps,
  options: AlertOptions,
  signal: AbortSignal,
): Promise<void> {
  const repeat = (failure: string, work: () => Promise<void>) =>
    repeatUntil(signal, work, (error) => deps.log.warn({ error }, failure))
  await Promise.all([
    repeat('Could not evaluate the alerts. Retry at the next turn', () => evaluate(deps, options)),
    repeat('Could not send alerts. Retry later', async () => {
      const { allowLoopback, publicUrl } = options
      await sendDueDeliveries(deps, { allowLoopback, publicUrl, timeoutMs: SEND_TIMEOUT_MS })
    }),
  ])
}

async function evaluate(deps: WorkflowDeps, options: AlertOptions): Promise<void> {
  const epoch = await takeAlertTurn(deps.db, deps.workerId, options.everySeconds)
  if (epoch === null) return
  const actor: Actor = { type: 'system', id: deps.workerId, name: deps.workerId, role: 'admin' }
  const ctx: ServiceContext = { actor, db: deps.db, clusters: deps.clusters, now: deps.now }
  try {
    const clusters = await deps.db.cluster.findMany({ select: { id: true } })
    await Promise.all(
      clusters.map(({ id }) =>
        evaluateCluster(ctx, id, epoch).catch((error: unknown) => {
          if (!(error instanceof LostAlertTurnError))
            deps.log.warn({ error, clusterId: id }, 'Could not evaluate the alerts of a cluster')
        }),
      ),
    )
  } finally {
    await endAlertTurn(deps.db, epoch)
  }
}
