import { randomUUID } from 'node:crypto'
import { explain, switchZeroCopyStatement } from '@frostline/clickhouse'
import { readWish, recordExit, type ZeroCopyExit } from '@frostline/db'
import {
  describeExit,
  type ExitAction,
  findSharedPartitions,
  isOpenRun,
  judgeExit,
  nextExitAction,
  type RunStatus,
} from '@frostline/domain'
import {
  type ConnectedNode,
  contentsOf,
  exitContents,
  exitMigrations,
  exitOrigins,
  exitSwitches,
  exitTableUuids,
  type ObservedExit,
  observeExit,
  queueExitMoves,
  replicatedDdlSettings,
  ServiceError,
  stageOf,
} from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'

const followEveryMs = 1_000
/** Observing reads the metadata of all files of the disks. */
const lookAgainMs = [1_000, 30_000] as const
/** Inserts while replicas are compared make them look different. */
const proofLooks = 5

export const exitWork: WorkOfKind = {
  kind: 'zero-copy-exit',
  // They follow their tier migrations, which take turns.
  maxAtOnce: Number.POSITIVE_INFINITY,
  drive: carryOutExit,
  async judge(tx, { id }) {
    const { proof } = await tx.zeroCopyExit.findUniqueOrThrow({ where: { id } })
    return { isDone: proof !== null, fault: null }
  },
  async describe(tx, id) {
    const exit = await tx.zeroCopyExit.findUniqueOrThrow({ where: { id } })
    const { database, table, requestedBy, stage, goesBack, proof } = exit
    const switches = exitSwitches.parse(exit.switches)
    const tierMigrations = exitMigrations.parse(exit.migrations).map((migration) => migration.id)
    return {
      objectName: `${database}.${table}`,
      didSome: switches.length > 0 || tierMigrations.length > 0,
      ...(goesBack && proof !== null ? { status: 'cancelled' } : {}),
      statements: switches.map(({ node, sql, queryId }) => ({ node, sql, queryId })),
      details: { requestedBy, stage, goesBack, tierMigrations, proof },
    }
  },
}

class ExitTask extends RunTask {
  read(): Promise<ZeroCopyExit> {
    return this.deps.db.zeroCopyExit.findUniqueOrThrow({ where: { id: this.run.id } })
  }

  async record(change: Parameters<typeof recordExit>[2]): Promise<void> {
    await recordExit(this.deps.db, this.run, change)
    this.announce()
  }
}

/**
 * Observes, does the next action, and observes again, until nothing is left. Moves are tier migrations, which are only
 * followed here. Every action is idempotent, so a worker that dies loses nothing.
 */
async function carryOutExit(begun: BegunRun): Promise<void> {
  const task = new ExitTask(begun)
  const stopped = () => task.stopped()
  const wait = (reason: string | null) => task.wait('exit', reason)
  const backoff = new Backoff(...lookAgainMs)
  for (;;) {
    const exit = await task.read()
    if (exit.proof !== null) return
    const child = await readChild(task, exit)
    // After its tier migration, and read again: an order reaches both at once.
    const isStopped = (await readWish(begun.deps.db, begun.ref)) !== 'go-on'
    if (child?.isUnderWay) {
      if (isStopped && child.status === 'paused') return
      await wait(child.waitReason)
      await pause(followEveryMs, stopped)
      continue
    }
    if (isStopped) return
    if (child?.failure) return task.fail(child.failure)
    const observed = await look(task, exit)
    if ('end' in observed) return task.fail(observed.end)
    const reason = 'fault' in observed ? observed.fault : await act(task, exit, observed)
    await wait(reason)
    if (reason === null) backoff.reset()
    else await pause(backoff.next(), stopped)
  }
}

/** `end`: it can never continue. `fault`: it could not be read, and is checked again. */
async function look(
  { deps }: ExitTask,
  exit: ZeroCopyExit,
): Promise<ObservedExit | { end: string } | { fault: string }> {
  try {
    const observed = await observeExit(workerContext(deps), { ...exit, cluster: exit.clusterId })
    const planned = exitTableUuids.parse(exit.tableUuids)
    const other = [...observed.tableUuids].find(([node, uuid]) => (planned[node] ?? uuid) !== uuid)
    return other
      ? {
          end: `The table on ${other[0]} is not the planned table: it was recreated or exchanged. Plan the exit again.`,
        }
      : observed
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const message = `${error.message} ${error.hint}`
    return error.code === 'not_found' || error.code === 'invalid' ? { end: message } : { fault: message }
  }
}

interface Child {
  status: RunStatus
  isUnderWay: boolean
  waitReason: string | null
  /** Of this generation. One of an earlier generation is ignored: the next one is planned from the observed state. */
  failure: string | null
}

async function readChild(
  { deps: { db }, run }: ExitTask,
  { migrations }: ZeroCopyExit,
): Promise<Child | null> {
  const last = exitMigrations.parse(migrations).at(-1)
  const cancels = { where: { order: 'cancel' }, orderBy: { id: 'desc' }, take: 1 } as const
  const found =
    last && (await db.run.findUnique({ where: { id: last.id }, include: { transitions: cancels } }))
  if (!last || !found) return null
  const { status, error, transitions } = found
  const failure =
    last.start !== run.generation
      ? null
      : status === 'failed'
        ? `Its tier migration failed: ${error ?? 'see its steps'}`
        : status === 'cancelled'
          ? `Its tier migration was cancelled by ${transitions[0]?.byName ?? 'somebody'}.`
          : null
  const steps = await db.tierMigrationStep.findMany({
    where: { migrationId: last.id, status: 'running' },
    select: { waitReason: true },
    orderBy: { ordinal: 'asc' },
  })
  // While one replica moves, others of its shard wait for it: the run does not.
  const waits = steps.every((step) => step.waitReason !== null)
  const waitReason =
    status === 'paused'
      ? 'Its tier migration is paused. Resume it to continue.'
      : waits
        ? (steps[0]?.waitReason ?? null)
        : null
  const isUnderWay = isOpenRun(status)
  return { status, isUnderWay, waitReason, failure }
}

/** One step. Returns what it waits for; null: something was done. */
async function act(task: ExitTask, exit: ZeroCopyExit, observed: ObservedExit): Promise<string | null> {
  const { deps, run } = task
  const { hotVolume, targetVolume } = exit
  const origins = new Map(Object.entries(exitOrigins.parse(exit.origins)))
  const stage = stageOf(exit.stage)
  await noteSwitches(task, exit, observed)
  const carried = await countCarries(task, exit)
  const action = nextExitAction({ stage, hotVolume, targetVolume, origins, carried }, observed.sight)
  switch (action.kind) {
    case 'wait':
      return action.reason
    case 'stage':
      await task.record({ stage: action.stage })
      return null
    case 'move':
      if (stage === 'to-hot') await noteOrigins(task, exit, observed)
      try {
        return await queueExitMoves(workerContext(deps), run, exit, observed.snapshots, { stage, ...action })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'conflict') return error.message
        throw error
      }
    case 'switch':
      return switchSetting(task, exit, action)
    case 'done':
      await task.record(await prove(task, exit, observed, action.later))
      return null
  }
}

/**
 * What the first moves are about to take off the shared disk is compared at the end, and moved back to its volume. This
 * includes partitions that became shared since the plan, and rows inserted since then are no change by the run.
 */
async function noteOrigins(
  task: ExitTask,
  exit: ZeroCopyExit,
  { sight, replicas }: ObservedExit,
): Promise<void> {
  const known = exitOrigins.parse(exit.origins)
  const isFirst = exitMigrations.parse(exit.migrations).length === 0
  const origins = { ...Object.fromEntries(findSharedPartitions(sight)), ...known }
  const fresh = Object.keys(origins).filter((id) => isFirst || known[id] === undefined)
  if (fresh.length === 0) return
  const kept = isFirst ? [] : exitContents.parse(exit.before)
  const before = [...kept, ...contentsOf(replicas, fresh)]
  await task.record({ origins, before: before.map((content) => ({ ...content })) })
}

/** How often the last tier migrations, all of this stage, have moved a partition. */
async function countCarries(
  { deps: { db } }: ExitTask,
  { migrations, stage }: ZeroCopyExit,
): Promise<Map<string, number>> {
  const known = exitMigrations.parse(migrations)
  const since = known.findLastIndex((each) => each.stage !== stage) + 1
  const done = await db.tierMigration.findMany({
    where: { run: { id: { in: known.slice(since).map(({ id }) => id) }, status: 'completed' } },
    select: { steps: { select: { partitionId: true }, distinct: ['partitionId'] } },
  })
  const counts = new Map<string, number>()
  for (const { steps } of done)
    for (const { partitionId } of steps) counts.set(partitionId, (counts.get(partitionId) ?? 0) + 1)
  return counts
}

/** Records it, sends it, and leaves the verification to the next reading. Idempotent. */
async function switchSetting(
  task: ExitTask,
  exit: ZeroCopyExit,
  { node: name, on }: Extract<ExitAction, { kind: 'switch' }>,
): Promise<string | null> {
  const { deps } = task
  const { nodes } = await deps.clusters.get(exit.clusterId)
  const node: ConnectedNode | undefined = nodes.find((each) => each.name === name)
  if (!node) return `${name} is not in the cluster any more.`
  const statement = switchZeroCopyStatement(exit, on)
  const queryId = `frostline-exit-${randomUUID()}`
  const sent = { node: name, on, sql: statement.sql, queryId, sentAt: deps.now().toISOString(), seenAt: null }
  await task.record({ switches: [...exitSwitches.parse(exit.switches), sent] })
  // A Replicated database replicates it, which the next reading shows.
  const outcome = await node.client.command({
    ...{ ...statement, queryId, purpose: 'zero_copy_exit', settings: replicatedDdlSettings },
  })
  if (outcome.kind === 'ok') return null
  return outcome.kind === 'refused'
    ? `${name} refused to turn the setting ${on ? 'on' : 'off'}: ${explain(outcome)}`
    : `${name} did not answer when the setting was turned ${on ? 'on' : 'off'}. It is checked again.`
}

/** The last change of each node whose setting is as sent. */
async function noteSwitches(task: ExitTask, exit: ZeroCopyExit, { sight }: ObservedExit): Promise<void> {
  const switches = exitSwitches.parse(exit.switches)
  const seen = switches.map((sent, index) =>
    sent.seenAt === null &&
    switches.findLastIndex(({ node }) => node === sent.node) === index &&
    sight.replicas.some(({ node, enabled }) => node === sent.node && enabled === sent.on)
      ? { ...sent, seenAt: task.deps.now().toISOString() }
      : sent,
  )
  if (seen.some((sent, index) => sent !== switches[index])) await task.record({ switches: seen })
}

/** The state at the end, compared with the state before. */
async function prove(task: ExitTask, exit: ZeroCopyExit, first: ObservedExit, later: string[]) {
  const ids = Object.keys(exitOrigins.parse(exit.origins))
  const before = exitContents.parse(exit.before)
  const looks = [contentsOf(first.replicas, ids, before)]
  let verdict = judgeExit(before, looks)
  for (let tries = 1; tries < proofLooks && verdict.differing.length + verdict.busy.length > 0; tries++) {
    await pause(2_000, async () => false)
    const next = await look(task, exit)
    // The content of an unreachable node is unknown, and no difference.
    if (!('sight' in next) || next.sight.missing.length > 0) continue
    looks.push(contentsOf(next.replicas, ids, before))
    verdict = judgeExit(before, looks)
  }
  const { replicas, shared, unheld, unseen } = first.sight
  const rest = [
    ...(unheld.length > 0 ? [`${unheld.length} locks of parts that no replica has remain`] : []),
    ...(unseen.length > 0
      ? [`${unseen.length} parts arrived on object storage during the check, and their locks were not read`]
      : []),
  ]
  const seen = exit.goesBack
    ? `The setting is on again on all ${replicas.length} replicas, ${shared.length} parts are shared.`
    : `The setting is off on all ${replicas.length} replicas. ${['No part has a lock, and no object belongs to two replicas', ...rest].join('; ')}.`
  const elsewhere =
    later.length === 0
      ? ''
      : ` ${later.length} parts arrived while their partitions were moved and are on another volume, such as ${later[0]}.`
  return {
    after: (looks.at(-1) ?? []).map((content) => ({ ...content })),
    proof: `${seen} ${describeExit(verdict)}${elsewhere}`,
  }
}
