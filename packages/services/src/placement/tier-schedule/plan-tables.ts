import {
  type PlanCheck,
  planScheduledRun,
  type ReplicaChoices,
  type ReplicaSnapshot,
  type ScheduledTablePlan,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { inspectTable } from '../tier-migration/inspect-table.ts'

export interface RunScope {
  clusterId: string
  tables: readonly { database: string; table: string }[]
  targetVolume: string
  olderThanDays: number
  budgetBytes: bigint | null
  replicas: ReplicaChoices
}

export interface PlannedTable {
  plan: ScheduledTablePlan
  snapshots: readonly ReplicaSnapshot[]
}

export interface PlannedRun {
  /** In the order of the schedule. */
  tables: PlannedTable[]
  before: string
  observedAt: Date
}

const dayMs = 86_400_000

/**
 * Observes the tables and plans the run that is due at `dueAt`. Ages count back from the due time, not from now: a run
 * that waited for its window does what it would have done in time.
 */
export async function planTables(ctx: ServiceContext, scope: RunScope, dueAt: Date): Promise<PlannedRun> {
  const observedAt = ctx.now()
  const before = new Date(dueAt.getTime() - scope.olderThanDays * dayMs).toISOString()
  // One after the other: a table may have a hundred thousand parts per node.
  const looks: { at: RunScope['tables'][number]; snapshots: ReplicaSnapshot[]; fault: string | null }[] = []
  for (const at of scope.tables) looks.push({ at, ...(await lookOrFault(ctx, scope.clusterId, at)) })
  const plan = planScheduledRun(
    looks.flatMap(({ at, snapshots, fault }) => (fault === null ? [{ ...at, snapshots }] : [])),
    { before, targetVolume: scope.targetVolume, budgetBytes: scope.budgetBytes, replicas: scope.replicas },
  )
  const planned = plan.tables.values()
  return {
    tables: looks.map(({ at, snapshots, fault }) => {
      const next = fault === null ? planned.next().value : undefined
      return { plan: next ?? refusedTable(at, fault), snapshots }
    }),
    before,
    observedAt,
  }
}

async function lookOrFault(ctx: ServiceContext, clusterId: string, at: { database: string; table: string }) {
  try {
    const { snapshots } = await inspectTable(ctx, clusterId, at)
    return { snapshots, fault: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { snapshots: [], fault: [error.message, error.hint].filter(Boolean).join(' ') }
  }
}

function refusedTable(at: { database: string; table: string }, fault: string | null): ScheduledTablePlan {
  const check: PlanCheck = {
    id: 'replica-reachable',
    node: null,
    outcome: 'blocking',
    text: fault ?? 'The table was not checked.',
    hint: null,
  }
  return { kind: 'refused', ...at, checks: [check], leftOut: [] }
}

/** Why a table is not in a run, or what of it stays behind; null when all that is due is planned. */
export function explainTable(plan: ScheduledTablePlan): string | null {
  const never = plan.leftOut.filter(({ reason }) => reason === 'never').map(({ step }) => step.partitionId)
  const tooBig =
    never.length === 0
      ? ''
      : ` Larger than the whole budget, so no run can take them: ${[...new Set(never)].slice(0, 5).join(', ')}${new Set(never).size > 5 ? ' and more' : ''}.`
  switch (plan.kind) {
    case 'refused':
      return plan.checks
        .filter((check) => check.outcome === 'blocking')
        .map((check) => check.text)
        .join(' ')
    case 'nothing':
      return 'Nothing is due. All partitions of this age are on the target.'
    case 'over-budget':
      return `The budget is too small or was used by older partitions.${tooBig}`
    case 'planned':
      return plan.leftOut.length === 0 ? null : `Partitions over the budget wait for the next run.${tooBig}`
  }
}

/**
 * What a table's plan says about replicas that are unreachable, read-only or behind. A node without the table is none.
 */
export function explainReplicas({ plan, snapshots }: PlannedTable): string | null {
  if (plan.kind !== 'planned') return null
  const missing = new Set(snapshots.flatMap(({ state, node }) => (state === 'missing' ? [node.name] : [])))
  const about: PlanCheck['id'][] = ['replica-reachable', 'replica-writable', 'replication']
  const told = plan.checks
    .filter(
      ({ id, node, outcome }) => outcome === 'warning' && about.includes(id) && !missing.has(node ?? ''),
    )
    .map(({ node, text }) => (node === null || text.includes(node) ? text : `${node}: ${text}`))
  return told.length > 0 ? told.join(' ') : null
}

export function leftOutBytesOf(plan: ScheduledTablePlan): bigint {
  return plan.leftOut.reduce((sum, { step }) => sum + step.totals.bytes, 0n)
}
