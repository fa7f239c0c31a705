import { chainAuditEntries } from '@frostline/db'
import {
  removeOldEntries,
  type ServiceContext,
  sendDestinationTests,
  shipAuditEntries,
  verifyAuditDaily,
} from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { repeatUntil } from '../worker/repeat-until.ts'

const SEND_TIMEOUT_MS = 10_000

/**
 * Adds new entries of the audit to its hash chain, verifies it, sends entries to the destinations, and removes old ones. All workers
 * do; locks in the ledger let one at a time. Separate from the sweep, so that a slow receiver delays nothing else.
 */
export async function watchAudit(
  deps: WorkflowDeps,
  { allowLoopback }: { allowLoopback: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { db, clusters, now, workerId, sourceAddresses } = deps
  const ctx: ServiceContext = {
    actor: { type: 'system', id: workerId, name: workerId, role: 'admin' },
    ...{ db, clusters, now, sourceAddresses },
  }
  const options = { allowLoopback, timeoutMs: SEND_TIMEOUT_MS }
  const repeat = (failure: string, work: () => Promise<unknown>) =>
    repeatUntil(signal, work, (error) => deps.log.warn({ error }, failure))
  await Promise.all([
    repeat('Could not add audit entries to the chain. Retry in a second', () =>
      chainAuditEntries(db, { waits: false }),
    ),
    repeat('Could not send audit entries. Retry in a second', async () => {
      await sendDestinationTests(ctx, options)
      await shipAuditEntries(ctx, options)
    }),
    repeat('Could not verify the audit. Retry tomorrow', async () => {
      const result = await verifyAuditDaily(ctx)
      if (result && !result.intact) deps.log.error({ fault: result.text }, 'The audit was changed')
    }),
    repeat('Could not remove old audit entries. Retry in a second', async () => {
      const outcome = await removeOldEntries(ctx)
      if (outcome.kind === 'refused')
        deps.log.error({ fault: outcome.text }, 'Old audit entries are kept: the chain is broken')
    }),
  ])
}
