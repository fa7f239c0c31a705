import { QueryFailedError } from '@frostline/clickhouse'
import { adoptTableUuid } from '@frostline/db'
import type { StepObservation } from '@frostline/domain'
import { z } from 'zod'
import type { StepContext } from './step-context.ts'

export type StepSight = { kind: 'seen' } & StepObservation

/**
 * What the replica shows of the partition now, or why it cannot be seen. `before-sending` may be some seconds old;
 * `after-sending` may wait a little for the steps beside it; `settling` does neither.
 */
export async function observeStep(
  context: StepContext,
  when: 'before-sending' | 'after-sending' | 'settling',
): Promise<StepSight | { kind: 'unseen'; reason: string } | { kind: 'table-gone'; reason: string }> {
  const { lane, node, partitionId } = context
  const { database, table } = context.migration
  const target = { client: node.client, database, table }
  try {
    const observed =
      when === 'before-sending'
        ? await lane.lookout.lookBefore(target, partitionId)
        : await lane.lookout.lookAfter(target, partitionId, when === 'settling' || !lane.gate.busy)
    lane.noteLook(true)
    if (!observed) return gone(context, 'does not exist any more')
    if (context.tableUuid === undefined && context.isReplicated && observed.replication !== null)
      context.tableUuid = await adoptTableUuid(
        lane.deps.db,
        context.migration.id,
        node.name,
        observed.tableUuid,
      )
    if (observed.tableUuid !== context.tableUuid)
      return gone(context, 'was replaced by another table (different UUID)')
    return { kind: 'seen', ...observed }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    lane.noteLook(false)
    return { kind: 'unseen', reason: `${node.name} cannot be read: ${thrown.message}` }
  }
}

function gone(context: StepContext, what: string): { kind: 'table-gone'; reason: string } {
  const { database, table } = context.migration
  return {
    kind: 'table-gone',
    reason: `Table ${database}.${table} on ${context.node.name} ${what}. Nothing was moved since then. Make a new plan.`,
  }
}

const tableUuids = z.record(z.string(), z.string())

/** The table's UUID on one node as the plan saw it; undefined when the plan did not see the table there. */
export function readTableUuid(json: unknown, nodeName: string): string | undefined {
  return tableUuids.parse(json)[nodeName]
}
