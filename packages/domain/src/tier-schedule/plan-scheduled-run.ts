import { type PartTotals, sumTotals } from '../placement/part.ts'
import type { PlanCheck } from '../tier-migration/check.ts'
import { type DraftStep, draftSteps, selectPartitions } from '../tier-migration/draft-steps.ts'
import { planTierMigration } from '../tier-migration/plan.ts'
import type { PlannedStep } from '../tier-migration/planned-step.ts'
import type { ReplicaChoices } from '../tier-migration/replica-choices.ts'
import { type SharedDraft, shareUploads } from '../tier-migration/share-uploads.ts'
import type { ObservedReplica, ReplicaSnapshot } from '../tier-migration/snapshot.ts'
import { type BudgetedStep, fitBudget, type LeftOutReason } from './fit-budget.ts'

export interface ScheduledTable {
  database: string
  table: string
  snapshots: readonly ReplicaSnapshot[]
}

interface LeftOutStep {
  step: DraftStep
  reason: LeftOutReason
}

/**
 * What a run does with one table. `nothing`: every partition that is old enough is on the target already.
 * `over-budget`: something is due, and none of it fits. `refused`: a check forbids it; its bytes are left to other
 * tables.
 */
export type ScheduledTablePlan = { database: string; table: string; leftOut: LeftOutStep[] } & (
  | { kind: 'planned'; steps: PlannedStep[]; checks: PlanCheck[]; totals: PartTotals }
  | { kind: 'refused'; checks: PlanCheck[] }
  | { kind: 'over-budget' | 'nothing' }
)

export interface ScheduledRunPlan {
  tables: ScheduledTablePlan[]
  planned: PartTotals
  leftOut: PartTotals
}

export interface ScheduledGoal {
  /** Partitions whose newest row is before this, as in the goal `older-than`. */
  before: string
  targetVolume: string
  budgetBytes: bigint | null
  replicas?: ReplicaChoices | undefined
}

interface Candidate extends SharedDraft {
  source: ScheduledTable
  unit: string | null
}

/**
 * Plans one run over all its tables: the budget goes to the oldest partitions of all of them, and planTierMigration
 * then plans each table from what fits. A refused table leaves its share to the others.
 */
export function planScheduledRun(tables: readonly ScheduledTable[], goal: ScheduledGoal): ScheduledRunPlan {
  const refused = new Map<ScheduledTable, PlanCheck[]>()
  for (;;) {
    const open = tables.filter((table) => !refused.has(table))
    const steps = fitBudget(
      open.flatMap((table) => listCandidates(table, goal)),
      goal.budgetBytes,
    )
    const plans = open.map((table) =>
      planTable(
        table,
        steps.filter(({ step }) => step.source === table),
        goal,
      ),
    )
    const newlyRefused = plans.flatMap((plan, index) => {
      const table = open[index]
      return table && plan.kind === 'refused' ? [{ table, checks: plan.checks }] : []
    })
    if (newlyRefused.length === 0) {
      const all = tables.map((table): ScheduledTablePlan => {
        const checks = refused.get(table)
        const { database, table: name } = table
        if (checks) return { kind: 'refused', database, table: name, checks, leftOut: [] }
        const plan = plans[open.indexOf(table)]
        return plan ?? { kind: 'nothing', database, table: name, leftOut: [] }
      })
      return { tables: all, planned: sumPlanned(all), leftOut: sumLeftOut(all) }
    }
    for (const { table, checks } of newlyRefused) refused.set(table, checks)
  }
}

/** Every partition that is due and off the target, whether it fits or not. */
function listCandidates(source: ScheduledTable, goal: ScheduledGoal): Candidate[] {
  const observed = source.snapshots.filter((snapshot) => snapshot.state === 'observed')
  const drafts = observed.flatMap((snapshot) => {
    const selection = selectPartitions(snapshot.parts, { kind: 'older-than', before: goal.before })
    return draftSteps(snapshot, selection.partitions, goal.targetVolume)
  })
  return shareUploads(drafts, observed).map((step) => ({
    ...step,
    source,
    unit:
      step.sharing &&
      JSON.stringify([source.database, source.table, step.sharing.uploader, step.partitionId]),
  }))
}

function planTable(
  source: ScheduledTable,
  steps: readonly BudgetedStep<Candidate>[],
  goal: ScheduledGoal,
): ScheduledTablePlan {
  const { database, table } = source
  const leftOut = steps.flatMap(({ step, leftOut }) => (leftOut ? [{ step, reason: leftOut }] : []))
  const snapshots = source.snapshots.map((snapshot) =>
    snapshot.state === 'observed'
      ? withoutPartitions(
          snapshot,
          leftOut.filter(({ step }) => step.node.name === snapshot.node.name),
        )
      : snapshot,
  )
  const plan = planTierMigration(snapshots, { kind: 'older-than', before: goal.before }, goal.targetVolume, {
    replicas: goal.replicas,
  })
  if (plan.kind === 'planned') return { ...plan, database, table, leftOut }
  const blocking = plan.checks.filter((check) => check.outcome === 'blocking')
  if (blocking.some((check) => check.id !== 'something-to-move'))
    return { kind: 'refused', database, table, checks: plan.checks, leftOut }
  return { kind: leftOut.length > 0 ? 'over-budget' : 'nothing', database, table, leftOut }
}

/** The planner must not see what does not fit, or it would require space for it on the target. */
function withoutPartitions(snapshot: ObservedReplica, leftOut: readonly LeftOutStep[]): ObservedReplica {
  const gone = new Set(leftOut.map(({ step }) => step.partitionId))
  return { ...snapshot, parts: snapshot.parts.filter((part) => !gone.has(part.partitionId)) }
}

function sumPlanned(tables: readonly ScheduledTablePlan[]): PartTotals {
  return sumTotals(tables.flatMap((table) => (table.kind === 'planned' ? [table.totals] : [])))
}

function sumLeftOut(tables: readonly ScheduledTablePlan[]): PartTotals {
  return sumTotals(tables.flatMap((table) => table.leftOut.map(({ step }) => step.totals)))
}
