import type { MigrationStatus } from '../tier-migration/migration-status.ts'
import type { StepActivity } from '../tier-migration/progress.ts'
import { describeRunState } from './run-state.ts'
import {
  type Answer,
  type AnswerTone,
  answer,
  bytesOf,
  countOf,
  durationOf,
  joinWords,
  verb,
  type Words,
  words,
} from './words.ts'

interface AnsweredPlan {
  accepted: boolean
  checks: readonly { outcome: 'passed' | 'warning' | 'blocking' }[]
  parts: number
  bytes: bigint
  steps: number
  /** To stand after "to": a volume, or "one volume per shard". */
  target: string
  /** Null: not known yet. Omitted: not estimated. */
  duration?: { fastMs: number; slowMs: number } | null
}

/** A plan before its start. */
export function answerPlan(plan: AnsweredPlan): Answer {
  const blocking = plan.checks.filter(({ outcome }) => outcome === 'blocking').length
  const warnings = plan.checks.filter(({ outcome }) => outcome === 'warning').length
  if (!plan.accepted)
    return answer(
      'danger',
      words`the plan cannot start: ${countOf(blocking, 'check')} ${verb(blocking, 'blocks', 'block')} it`,
    )
  return answer(
    warnings > 0 ? 'warn' : 'accent',
    words`${countOf(plan.parts, 'part')} (${bytesOf(plan.bytes)}) would move to ${plan.target} in ${countOf(plan.steps, 'step')}`,
    plan.duration === undefined
      ? []
      : plan.duration === null
        ? words`how long it takes is not known yet`
        : plan.duration.fastMs === plan.duration.slowMs
          ? words`it takes about ${durationOf(plan.duration.fastMs)}`
          : words`it takes ${durationOf(plan.duration.fastMs)} to ${durationOf(plan.duration.slowMs)}`,
    warnings > 0 ? words`${countOf(warnings, 'check')} ${verb(warnings, 'warns', 'warn')}` : [],
  )
}

export interface AnsweredStep {
  status: 'planned' | 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped'
  nodeName: string
  activity: StepActivity | null
  waitReason: string | null
  proof: 'identical' | 'merged' | 'changed' | 'incomplete' | null
  deepCheckVerdict: 'passed' | 'failed' | null
}

interface AnsweredMigration {
  status: MigrationStatus
  /** Of the run, which has not begun. */
  waitReason: string | null
  /** Reads parts back, and moves nothing. */
  isCheck: boolean
  target: string
  movedParts: number
  movedBytes: bigint
  totalParts: number
  totalBytes: bigint
  steps: readonly AnsweredStep[]
  leftMs: number | null
}

const tones: Partial<Record<MigrationStatus, AnswerTone>> = {
  planned: 'neutral',
  paused: 'warn',
  pausing: 'warn',
  cancelling: 'warn',
  cancelled: 'warn',
  failed: 'danger',
}

/** A tier migration at any moment: what has arrived, what it waits for, what was proved. */
export function answerMigration(run: AnsweredMigration): Answer {
  const { status, target, isCheck } = run
  const all = words`${countOf(run.totalParts, 'part')} (${bytesOf(run.totalBytes)})`
  const failed = run.steps.filter((step) => step.status === 'failed').length
  const steps = countOf(run.steps.length, 'step')
  const arrived = isCheck
    ? words`${bytesOf(run.movedBytes)} of ${bytesOf(run.totalBytes)} were read back on ${target}`
    : words`${bytesOf(run.movedBytes)} of ${bytesOf(run.totalBytes)} arrived on ${target}`
  if (status === 'planned')
    return answer(
      'neutral',
      isCheck
        ? words`nothing has been read: ${all} on ${target} would be read back in ${steps} after the start`
        : words`nothing has moved: ${all} would move to ${target} in ${steps} after the start`,
    )
  if (status === 'completed') return answerEnd(run, all)
  if (status === 'failed')
    return answer(
      'danger',
      words`${failedOf(failed)} of ${steps} ${verb(failed, 'has', 'have')} failed`,
      arrived,
    )
  if (status === 'cancelled') return answer('warn', arrived, isCheck ? [] : words`the rest stays where it is`)
  return answer(
    tones[status] ?? 'accent',
    arrived,
    failed > 0 ? words`${failedOf(failed)} of ${steps} ${verb(failed, 'has', 'have')} failed` : [],
    describeState(run),
  )
}

function failedOf(count: number): string {
  return count.toLocaleString('en-US')
}

function describeState({ status, waitReason, steps, leftMs }: AnsweredMigration): Words {
  if (status === 'pausing') return words`it pauses after the running statements`
  if (status !== 'running') return describeRunState(status, waitReason)
  const wait = describeWait(steps)
  const left = leftMs === null ? [] : words`about ${durationOf(leftMs)} are left`
  return joinWords([left, wait === null ? [] : words`it waits: ${wait}`])
}

function answerEnd(run: AnsweredMigration, all: Words): Answer {
  const { steps, target, isCheck } = run
  const read = steps.filter(({ deepCheckVerdict }) => deepCheckVerdict === 'passed').length
  if (isCheck)
    return answer(
      'ok',
      words`${all} on ${target} were read back`,
      words`${countOf(read, 'step')} of ${String(steps.length)} passed`,
    )
  const done = steps.filter(({ status }) => status === 'completed').length
  const skipped = steps.filter(({ status }) => status === 'skipped').length
  const identical = steps.filter(({ proof }) => proof === 'identical').length
  return answer(
    skipped === 0 && identical === done ? 'ok' : 'warn',
    skipped === 0
      ? words`${run.totalParts === 1 ? '' : 'all '}${all} arrived on ${target}`
      : words`${countOf(done, 'step')} arrived on ${target}, ${skipped.toLocaleString('en-US')} ${verb(skipped, 'was', 'were')} skipped`,
    words`${identical.toLocaleString('en-US')} of ${countOf(done, 'step')} ${verb(done, 'has', 'have')} the same parts, rows, bytes and hashes before and after`,
    read > 0
      ? words`${read.toLocaleString('en-US')} ${verb(read, 'was', 'were')} read back and compared`
      : [],
  )
}

interface Wait {
  reason: string
  nodes: string[]
  steps: number
}

type WaitingStep = Pick<AnsweredStep, 'activity' | 'waitReason' | 'nodeName'>

/** What keeps steps: each reason once with its replicas, that of most steps first. A step whose turn has not come is not kept. */
export function groupWaits(steps: readonly WaitingStep[]): Wait[] {
  const waits = new Map<string, Wait>()
  for (const { activity, waitReason, nodeName } of steps) {
    if (activity !== 'held' || waitReason === null) continue
    // "next part in 3 s" and "in 1 s" are one reason.
    const key = waitReason.replace(/\d+(\.\d+)?/g, '#')
    const wait = waits.get(key) ?? { reason: waitReason, nodes: [], steps: 0 }
    if (!wait.nodes.includes(nodeName)) wait.nodes.push(nodeName)
    wait.steps += 1
    waits.set(key, wait)
  }
  return [...waits.values()].sort((a, b) => b.steps - a.steps)
}

/** One line for all that a migration waits for. Null: nothing. */
export function describeWait(steps: readonly WaitingStep[]): string | null {
  const [first, ...others] = groupWaits(steps)
  if (!first) return null
  const nodes = first.nodes.length > 2 ? `${first.nodes.length} replicas` : first.nodes.join(', ')
  const more =
    others.length === 0 ? '' : `, and ${others.length} other ${others.length === 1 ? 'reason' : 'reasons'}`
  return `${nodes}: ${first.reason.replace(/\.$/, '')}${more}`
}

/** What the next run of a schedule would do if it planned now. */
export function answerScheduledRun(run: {
  plannedBytes: bigint
  /** Due, and over the budget. */
  leftOutBytes: bigint
  tables: number
}): Answer {
  const tables = countOf(run.tables, 'table')
  if (run.plannedBytes === 0n)
    return run.leftOutBytes === 0n
      ? answer('neutral', words`nothing would move from ${tables}`)
      : answer(
          'warn',
          words`nothing would move from ${tables}: ${bytesOf(run.leftOutBytes)} are due, and none fits the budget`,
        )
  return answer(
    run.leftOutBytes > 0n ? 'warn' : 'accent',
    words`${bytesOf(run.plannedBytes)} of ${tables} would move`,
    run.leftOutBytes > 0n ? words`${bytesOf(run.leftOutBytes)} are over the budget and stay` : [],
  )
}

/** The plan of several tables at any moment. */
export function answerBatch(batch: {
  status: MigrationStatus
  target: string
  tables: readonly MigrationStatus[]
  movedBytes: bigint
  totalBytes: bigint
}): Answer {
  const { status, tables, target } = batch
  const count = (wanted: MigrationStatus) => tables.filter((each) => each === wanted).length
  const failed = count('failed')
  if (status === 'planned')
    return answer(
      'neutral',
      words`nothing has moved: ${bytesOf(batch.totalBytes)} of ${countOf(tables.length, 'table')} would move to ${target} after the start`,
    )
  return answer(
    tones[status] ?? (status === 'completed' ? 'ok' : 'accent'),
    words`${bytesOf(batch.movedBytes)} of ${bytesOf(batch.totalBytes)} arrived on ${target}`,
    words`${count('completed').toLocaleString('en-US')} of ${countOf(tables.length, 'table')} ${verb(count('completed'), 'is', 'are')} done`,
    failed > 0 ? words`${countOf(failed, 'table')} failed` : [],
  )
}
