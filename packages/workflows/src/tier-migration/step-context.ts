import type { MigrationRun, StepFence, TierMigration } from '@frostline/db'
import { readRunState, StaleWriterError } from '@frostline/db'
import type { ClusterConnection, PolicyMemory } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import type { LaneTurn } from './lane-turn.ts'

type ClusterNodeConnection = ClusterConnection['nodes'][number]

/** Everything one run of one step works with. */
export interface StepContext {
  deps: WorkflowDeps
  run: MigrationRun
  fence: StepFence
  migration: TierMigration
  node: ClusterNodeConnection
  partitionId: string
  toVolume: string
  /** The table of the plan on this node. Undefined when the plan knows none, which no table equals. */
  tableUuid: string | undefined
  announcer: ChangeAnnouncer
  turn: LaneTurn
  policies: PolicyMemory
}

/** Whether a person asked the run to stop. Throws StaleWriterError when the run is not the current one any more. */
export async function isCancelling(context: Pick<StepContext, 'deps' | 'run'>): Promise<boolean> {
  const state = await readRunState(context.deps.db, context.run)
  if (state === 'stale') throw new StaleWriterError(`Tier migration ${context.run.migrationId}`)
  return state === 'cancelling'
}

export function announceChange(context: Pick<StepContext, 'announcer' | 'migration'>): void {
  context.announcer.announce('tier-migration', context.migration.id)
}
