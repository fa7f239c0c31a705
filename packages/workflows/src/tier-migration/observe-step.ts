import { QueryFailedError } from '@frostline/clickhouse'
import type { StepObservation } from '@frostline/domain'
import { observePartition } from '@frostline/services'
import type { StepContext } from './step-context.ts'

export type StepSight = { kind: 'seen' } & StepObservation

/** What the replica shows of the partition now, or why it cannot be seen. */
export async function observeStep(
  context: StepContext,
): Promise<StepSight | { kind: 'unseen'; reason: string } | { kind: 'table-gone'; reason: string }> {
  const { database, table } = context.migration
  try {
    const observed = await observePartition(
      context.node.client,
      { database, table, partitionId: context.partitionId },
      context.policies,
    )
    if (!observed) return gone(context, 'does not exist any more')
    if (observed.tableUuid !== context.tableUuid)
      return gone(context, 'is another table by now (its UUID differs)')
    return { kind: 'seen', ...observed }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return { kind: 'unseen', reason: `${context.node.name} cannot be looked at: ${thrown.message}` }
  }
}

function gone(context: StepContext, what: string): { kind: 'table-gone'; reason: string } {
  const { database, table } = context.migration
  return {
    kind: 'table-gone',
    reason: `Table ${database}.${table} on ${context.node.name} ${what}. Nothing was moved since; make a new plan.`,
  }
}
