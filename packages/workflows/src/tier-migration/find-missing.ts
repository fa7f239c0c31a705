import type { TierMigrationStep } from '@frostline/db'
import { findUnfetched, type UnfetchedPart } from '@frostline/domain'
import type { StepSight } from './observe-step.ts'
import type { StepContext } from './step-context.ts'

/** `parts`: as many as it knows of. `choice`: which of the replica choices says what is to be done. */
interface Missing {
  parts: number
  reason: string
  choice: 'behind' | 'readOnly'
}

/**
 * Parts that the shard had when the step was planned and that its replica does not have, for people too. Null: it has all, or
 * the table is not replicated.
 */
export function findMissing(
  { node, partitionId, migration }: Pick<StepContext, 'node' | 'partitionId' | 'migration'>,
  { shardMaxBlock }: Pick<TierMigrationStep, 'shardMaxBlock'>,
  { replication, parts }: Pick<StepSight, 'replication' | 'parts'>,
): Missing | null {
  if (shardMaxBlock === null || replication === null || migration.checkOfId !== null) return null
  const missing = findUnfetched(replication, partitionId, parts, shardMaxBlock)
  const [first] = missing
  if (first !== undefined)
    return { choice: 'behind', parts: missing.length, reason: explain(node.name, missing, first) }
  if (replication.isReadonly)
    return {
      choice: 'readOnly',
      parts: 0,
      reason: `${node.name} is read-only because it has lost Keeper, so its missing parts are unknown.`,
    }
  if (replication.isAttaching)
    return {
      choice: 'behind',
      parts: 0,
      reason: `${node.name} has not applied an ATTACH or REPLACE PARTITION of another replica yet, so parts of its shard may be missing.`,
    }
  if (replication.isLogBehind)
    return {
      choice: 'behind',
      parts: 0,
      reason: `${node.name} has not read all of the replication log, so parts of its shard may be missing.`,
    }
  return null
}

function explain(node: string, missing: readonly UnfetchedPart[], first: UnfetchedPart): string {
  const named = `${first.name}${missing.length > 1 ? ' and others' : ''}`
  if (missing.every(({ isMerge }) => isMerge))
    return `${missing.length === 1 ? '1 part was' : `${missing.length} parts were`} merged by another replica, and ${node} is to fetch ${missing.length === 1 ? 'it' : 'them'}: ${named}.`
  return `${missing.length} ${missing.length === 1 ? 'part is' : 'parts are'} not fetched yet by ${node}: ${named}.`
}
