import type { RunStatus } from '../run/run-status.ts'
import type { MigrationStatus } from '../tier-migration/migration-status.ts'
import { describeRunState, toneOfRun } from './run-state.ts'
import {
  type Answer,
  answer,
  bytesOf,
  countOf,
  durationOf,
  nameOf,
  verb,
  type Words,
  words,
} from './words.ts'

/** Test data before it is written. */
export function answerGenerationPlan(plan: {
  files: number
  rows: number
  /** A query may give fewer. */
  atMost: boolean
  sizeBytes: bigint | null
  writers: number
  obstacle: boolean
}): Answer {
  if (plan.obstacle) return answer('danger', words`nothing can be written there`)
  return answer(
    'accent',
    words`${plan.atMost ? 'at most ' : ''}${countOf(plan.files, 'file')} with ${countOf(plan.rows, 'row')}${plan.sizeBytes === null ? '' : words`, about ${bytesOf(plan.sizeBytes)},`} would be written by ${countOf(plan.writers, 'node')}`,
  )
}

interface AnsweredGeneration {
  status: RunStatus
  atMost: boolean
  writtenFiles: number
  writtenRows: bigint
  writtenBytes: bigint
  totalFiles: number
  leftMs: number | null
  waitReason: string | null
}

export function answerGeneration(run: AnsweredGeneration): Answer {
  const { status, writtenFiles } = run
  const written = words`${countOf(writtenFiles, 'file')} (${bytesOf(run.writtenBytes)}) with ${countOf(run.writtenRows, 'row')} ${verb(writtenFiles, 'is', 'are')} in the bucket`
  const missing = run.totalFiles - writtenFiles
  return answer(
    toneOfRun(status),
    written,
    status === 'completed' || missing <= 0
      ? []
      : words`${run.atMost ? 'at most ' : ''}${countOf(missing, 'file')} ${verb(missing, 'is', 'are')} not written`,
    describeRunState(status, run.waitReason),
    status === 'running' && run.waitReason === null && run.leftMs !== null
      ? words`about ${durationOf(run.leftMs)} are left`
      : [],
  )
}

interface AnsweredRollout {
  status: RunStatus | 'preparing' | 'refused' | 'planned'
  reverts: boolean
  nodes: readonly ('planned' | 'running' | 'completed' | 'failed' | 'cancelled' | 'skipped')[]
  restarts: number
  waitReason: string | null
}

/** A rollout of a storage configuration: how many nodes have it. */
export function answerRollout({ status, reverts, nodes, restarts, waitReason }: AnsweredRollout): Answer {
  const count = (wanted: AnsweredRollout['nodes'][number]) => nodes.filter((node) => node === wanted).length
  const [done, failed] = [count('completed'), count('failed')]
  if (status === 'preparing') return answer('accent', words`the files of the nodes are being read`)
  if (status === 'refused') return answer('danger', words`it cannot be applied: nothing was written`)
  if (status === 'planned')
    return answer(
      'neutral',
      words`nothing is written yet: ${countOf(nodes.length, 'node')} would get the file`,
      restarts === 0
        ? words`no node is restarted`
        : words`${countOf(restarts, 'node')} would be restarted, one at a time`,
    )
  return answer(
    toneOfRun(status),
    words`${done.toLocaleString('en-US')} of ${countOf(nodes.length, 'node')} ${verb(nodes.length === 1 ? 1 : done, 'has', 'have')} ${reverts ? 'the file from before' : 'the new file'}`,
    failed > 0 ? words`${countOf(failed, 'node')} failed` : [],
    describeRunState(status, waitReason),
  )
}

interface RepairedReplica {
  node: string
  rows: bigint
  queued: bigint
}

/** A replica repair: rows of the replica before and after it. */
export function answerRepair(repair: {
  status: RunStatus
  verb: string
  replicaName: string
  before: RepairedReplica | null
  after: RepairedReplica | null
  waitReason: string | null
}): Answer {
  const { before, after, status, waitReason } = repair
  const state = status === 'queued' && waitReason !== null ? 'has not begun' : stateWords[status]
  return answer(
    toneOfRun(status),
    words`${repair.verb} of replica ${repair.replicaName} ${state}`,
    before && after
      ? words`${after.node} has ${countOf(after.rows, 'row')} (${before.rows.toLocaleString('en-US')} before) and ${after.queued.toLocaleString('en-US')} in its queue (${before.queued.toLocaleString('en-US')} before)`
      : before
        ? words`${before.node} had ${countOf(before.rows, 'row')} before`
        : [],
    status === 'completed' || status === 'failed' ? [] : describeWait(waitReason),
  )
}

const stateWords: Record<RunStatus, string> = {
  queued: 'waits for a worker',
  running: 'is running',
  pausing: 'is being paused',
  paused: 'is paused',
  waiting: 'is waiting',
  cancelling: 'is being cancelled',
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
}

function describeWait(waitReason: string | null): Words {
  return waitReason === null ? [] : words`it waits: ${waitReason.replace(/\.$/, '')}`
}

/** An exit from zero-copy replication before its start. */
export function answerExitPlan(plan: {
  accepted: boolean
  blocking: number
  partitions: number
  storedBytes: bigint
  storedAfterBytes: bigint
  uploadBytes: bigint
}): Answer {
  if (!plan.accepted)
    return answer(
      'danger',
      words`the exit cannot start: ${countOf(plan.blocking, 'check')} ${verb(plan.blocking, 'blocks', 'block')} it`,
    )
  return answer(
    'accent',
    words`${countOf(plan.partitions, 'shared partition')} (${bytesOf(plan.storedBytes)} in the bucket) would become local`,
    words`${bytesOf(plan.uploadBytes)} would be uploaded again`,
    words`the bucket would hold ${bytesOf(plan.storedAfterBytes)} of the table afterwards`,
  )
}

export function answerExit(exit: {
  status: MigrationStatus
  goesBack: boolean
  partitions: number
  movedBytes: bigint
  totalBytes: bigint
  replicasOff: number
  replicas: number
  waitReason: string | null
}): Answer {
  const { status } = exit
  const setting = exit.goesBack ? 'on' : 'off'
  if (status === 'planned')
    return answer(
      'neutral',
      words`nothing has changed: ${countOf(exit.partitions, 'partition')} would ${exit.goesBack ? 'be shared again' : 'leave zero-copy replication'} after the start`,
    )
  return answer(
    toneOfRun(status),
    words`${bytesOf(exit.movedBytes)} of ${bytesOf(exit.totalBytes)} moved`,
    exit.replicas === 0
      ? []
      : words`the setting is verified ${setting} on ${exit.replicasOff.toLocaleString('en-US')} of ${countOf(exit.replicas, 'replica')}`,
    describeRunState(status, exit.waitReason),
  )
}

/** Another storage policy for a table, before it is set. */
export function answerPolicyChange(change: {
  policy: string
  refused: boolean
  nodes: number
  bytes: bigint
  /** What the server starts to move by itself. */
  bytesDueAtOnce: bigint
  final: boolean
}): Answer {
  if (change.refused) return answer('danger', words`the table cannot change to ${nameOf(change.policy)}`)
  return answer(
    change.final || change.bytesDueAtOnce > 0n ? 'warn' : 'accent',
    words`${countOf(change.nodes, 'node')} with ${bytesOf(change.bytes)} would change to ${nameOf(change.policy)}`,
    change.bytesDueAtOnce > 0n
      ? words`the server starts to move up to ${bytesOf(change.bytesDueAtOnce)} immediately`
      : words`no data moves`,
    change.final ? words`it cannot be undone` : [],
  )
}

/** A replica repair before its start. */
export function answerRepairPlan(plan: {
  verb: string
  target: string
  refused: boolean
  warnings: number
  replica: RepairedReplica | null
}): Answer {
  const { replica, warnings } = plan
  return answer(
    plan.refused ? 'danger' : warnings > 0 ? 'warn' : 'accent',
    plan.refused
      ? words`${plan.verb} of ${plan.target} is not possible now`
      : words`${plan.verb} of ${plan.target} can start`,
    replica
      ? words`${replica.node} has ${countOf(replica.rows, 'row')} and ${countOf(replica.queued, 'entry', 'entries')} in its queue`
      : words`the replica does not respond`,
    warnings > 0 ? words`${countOf(warnings, 'warning')} below` : [],
  )
}
