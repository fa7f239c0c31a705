import type { RemovalSum } from '@frostline/db'
import { removalChoice } from '@frostline/domain'
import { viewRun } from '../run/stored-run.ts'
import type { StoredRemoval } from './removal-run.ts'
import type { RemovalSummary } from './schema.ts'

export function toRemovalSummary(removal: StoredRemoval, sums: readonly RemovalSum[]): RemovalSummary {
  const { id, auditId, sourceName, bucket, way, quarantinePrefix, stage } = removal
  const { approvedBy, approvedAt, cancelledBy, quarantinedAt, waitHours, deleteAt } = removal
  return {
    ...viewRun(removal.run),
    ...{ auditId, sourceName, bucket, way, quarantinePrefix, stage, waitHours },
    ...{ approvedBy, approvedAt, cancelledBy, quarantinedAt, deleteAt },
    choice: removalChoice.parse(removal.choice),
    sums: sums
      .filter(({ removalId }) => removalId === id)
      .map(({ kind, state, objects, bytes }) => ({ kind, state, objects, bytes })),
  }
}
