import { randomUUID } from 'node:crypto'
import { explain, switchZeroCopyStatement } from '@frostline/clickhouse'
import {
  beginExit,
  readExit,
  recordExit,
  settleExit,
  type Transaction,
  type ZeroCopyExit,
  type ZeroCopyExitRun,
} from '@frostline/db'
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
  carriedSettings,
  contentsOf,
  exitContents,
  exitMigrations,
  exitOrigins,
  exitSwitches,
  exitTableUuids,
  type ObservedExit,
  observeExit,
  outcomeOfRun,
  queueExitMoves,
  recordAudit,
  ServiceError,
  stageOf,
} from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Backoff, pause } from '../pause.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { workerContext } from '../worker/worker-context.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

const followEveryMs = 1_000
/** A look reads the metadata of all files of the disks. */
const lookAgainMs = [1_000, 30_000] as const
/** Rows that come in while replicas are compared make them look different. */
const proofLooks = 5

export function registerZeroCopyExit(deps: WorkflowDeps) {
  return registerLedgerWorkflow<ZeroCopyExitRun>(deps, {
    name: 'zero-copy-exit',
    noun: 'An exit from zero-copy replication',
    drive: (announcer, run) => carryOutExit(deps, announcer, run),
    settle: (announcer, run) => settleExitRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function exitWorkflowId({ exitId, start }: ZeroCopyExitRun): string {
  return `zero-copy-exit/${exitId}/${start}`
}

/**
 * Looks, does the one next thing, and looks again, until nothing is left. Moves are tier migrations, which are only followed
 * here. Each thing may be done twice, so a worker that dies loses nothing. Throws StaleWriterError when the run is not the
 * current one.
 */
async function carryOutExit(deps: WorkflowDeps, announcer: Announcer, run: ZeroCopyExitRun): Promise<void> {
  await beginExit(deps.db, run, deps.now())
  announcer.announce('zero-copy-exit', run.exitId)
  const record = async (change: Parameters<typeof recordExit>[2]) => {
    await recordExit(deps.db, run, change)
    announcer.announce('zero-copy-exit', run.exitId)
  }
  const stopped = async () => (await readExit(deps.db, run)).status !== 'running'
  const backoff = new Backoff(...lookAgainMs)
  for (;;) {
    const exit = await readExit(deps.db, run)
    if (exit.proof !== null || exit.error !== null) return
    const child = await readChild(deps, run, exit)
    if (child?.isUnderWay) {
      if (exit.status !== 'running' && child.status === 'paused') return
      if (child.waitReason !== exit.waitReason) await record({ waitReason: child.waitReason })
      await pause(followEveryMs, stopped)
      continue
    }
    if (exit.status !== 'running') return
    if (child?.failure) return record({ error: child.failure })
    const observed = await look(deps, exit)
    if ('end' in observed) return record({ error: observed.end })
    const reason = 'fault' in observed ? observed.fault : await act(deps, run, exit, observed, record)
    if (reason !== exit.waitReason) await record({ waitReason: reason })
    if (reason === null) backoff.reset()
    else await pause(backoff.next(), stopped)
  }
}

/** `end`: it can never go on. `fault`: it could not be looked at, and is looked at again. */
async function look(
  deps: WorkflowDeps,
  exit: ZeroCopyExit,
): Promise<ObservedExit | { end: string } | { fault: string }> {
  try {
    const observed = await observeExit(workerContext(deps), { ...exit, cluster: exit.clusterId })
    const planned = exitTableUuids.parse(exit.tableUuids)
    const other = [...observed.tableUuids].find(([node, uuid]) => (planned[node] ?? uuid) !== uuid)
    return other
      ? {
          end: `The table on ${other[0]} is another one than when this was planned: it was made anew, or exchanged. Plan the exit again.`,
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
  /** Of this start. One of an earlier start is left: the next one is planned from what is seen. */
  failure: string | null
}

async function readChild(
  { db }: WorkflowDeps,
  { start }: ZeroCopyExitRun,
  { migrations }: ZeroCopyExit,
): Promise<Child | null> {
  const last = exitMigrations.parse(migrations).at(-1)
  const cancels = { where: { order: 'cancel' }, orderBy: { id: 'desc' }, take: 1 } as const
  const found =
    last && (await db.run.findUnique({ where: { id: last.id }, include: { transitions: cancels } }))
  if (!last || !found) return null
  const { status, error, transitions } = found
  const failure =
    last.start !== start
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
      ? 'Its tier migration is paused. Resume it to go on.'
      : waits
        ? (steps[0]?.waitReason ?? null)
        : null
  const isUnderWay = isOpenRun(status)
  return { status, isUnderWay, waitReason, failure }
}

/** One step. Answers what is waited for; null: something was done. */
async function act(
  deps: WorkflowDeps,
  run: ZeroCopyExitRun,
  exit: ZeroCopyExit,
  observed: ObservedExit,
  record: (change: Parameters<typeof recordExit>[2]) => Promise<void>,
): Promise<string | null> {
  const { hotVolume, targetVolume } = exit
  const origins = new Map(Object.entries(exitOrigins.parse(exit.origins)))
  const stage = stageOf(exit.stage)
  await noteSwitches(exit, observed, deps.now(), record)
  const carried = await countCarries(deps, exit)
  const action = nextExitAction({ stage, hotVolume, targetVolume, origins, carried }, observed.sight)
  switch (action.kind) {
    case 'wait':
      return action.reason
    case 'stage':
      await record({ stage: action.stage })
      return null
    case 'move':
      if (stage === 'to-hot') await noteOrigins(exit, observed, record)
      try {
        return await queueExitMoves(workerContext(deps), run, exit, observed.snapshots, { stage, ...action })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'conflict') return error.message
        throw error
      }
    case 'switch':
      return switchSetting(deps, exit, action, record)
    case 'done':
      await record(await prove(deps, exit, observed, action.later))
      return null
  }
}

/**
 * What the first moves are about to take off the shared disk is compared at the end, and goes where it was. Partitions that came
 * to be shared since the plan are among them, and rows that came in since then are nothing that the run has changed.
 */
async function noteOrigins(
  exit: ZeroCopyExit,
  { sight, replicas }: ObservedExit,
  record: (change: Parameters<typeof recordExit>[2]) => Promise<void>,
): Promise<void> {
  const known = exitOrigins.parse(exit.origins)
  const isFirst = exitMigrations.parse(exit.migrations).length === 0
  const origins = { ...Object.fromEntries(findSharedPartitions(sight)), ...known }
  const fresh = Object.keys(origins).filter((id) => isFirst || known[id] === undefined)
  if (fresh.length === 0) return
  const kept = isFirst ? [] : exitContents.parse(exit.before)
  const before = [...kept, ...contentsOf(replicas, fresh)]
  await record({ origins, before: before.map((content) => ({ ...content })) })
}

/** How often the last tier migrations, all of this stage, have moved a partition to its end. */
async function countCarries(
  { db }: WorkflowDeps,
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

/** Writes it down, sends it, and leaves the proof to the next look. It does no harm twice. */
async function switchSetting(
  deps: WorkflowDeps,
  exit: ZeroCopyExit,
  { node: name, on }: Extract<ExitAction, { kind: 'switch' }>,
  record: (change: Parameters<typeof recordExit>[2]) => Promise<void>,
): Promise<string | null> {
  const { nodes } = await deps.clusters.get(exit.clusterId)
  const node: ConnectedNode | undefined = nodes.find((each) => each.name === name)
  if (!node) return `${name} is not in the cluster any more.`
  const statement = switchZeroCopyStatement(exit, on)
  const queryId = `frostline-exit-${randomUUID()}`
  const sent = { node: name, on, sql: statement.sql, queryId, sentAt: deps.now().toISOString(), seenAt: null }
  await record({ switches: [...exitSwitches.parse(exit.switches), sent] })
  // A Replicated database carries it to its other replicas, which the next look shows.
  const outcome = await node.client.command({
    ...{ ...statement, queryId, purpose: 'zero_copy_exit', settings: carriedSettings },
  })
  if (outcome.kind === 'ok') return null
  return outcome.kind === 'refused'
    ? `${name} refused to turn the setting ${on ? 'on' : 'off'}: ${explain(outcome)}`
    : `${name} did not answer when the setting was turned ${on ? 'on' : 'off'}. It is looked at again.`
}

/** The last change of each node whose setting is as it was sent. */
async function noteSwitches(
  exit: ZeroCopyExit,
  { sight }: ObservedExit,
  now: Date,
  record: (change: Parameters<typeof recordExit>[2]) => Promise<void>,
): Promise<void> {
  const switches = exitSwitches.parse(exit.switches)
  const seen = switches.map((sent, index) =>
    sent.seenAt === null &&
    switches.findLastIndex(({ node }) => node === sent.node) === index &&
    sight.replicas.some(({ node, enabled }) => node === sent.node && enabled === sent.on)
      ? { ...sent, seenAt: now.toISOString() }
      : sent,
  )
  if (seen.some((sent, index) => sent !== switches[index])) await record({ switches: seen })
}

/** What is seen at the end, compared with what was there before. */
async function prove(deps: WorkflowDeps, exit: ZeroCopyExit, first: ObservedExit, later: string[]) {
  const ids = Object.keys(exitOrigins.parse(exit.origins))
  const before = exitContents.parse(exit.before)
  const looks = [contentsOf(first.replicas, ids, before)]
  let verdict = judgeExit(before, looks)
  for (let tries = 1; tries < proofLooks && verdict.differing.length + verdict.busy.length > 0; tries++) {
    await pause(2_000, async () => false)
    const next = await look(deps, exit)
    // What a node that is away has is unknown, and no difference.
    if (!('sight' in next) || next.sight.missing.length > 0) continue
    looks.push(contentsOf(next.replicas, ids, before))
    verdict = judgeExit(before, looks)
  }
  const { replicas, shared, unheld, unseen } = first.sight
  const rest = [
    ...(unheld.length > 0 ? [`${unheld.length} locks are left of parts that no replica has`] : []),
    ...(unseen.length > 0
      ? [`${unseen.length} parts came to object storage during the look, and theirs were not read`]
      : []),
  ]
  const seen = exit.goesBack
    ? `The setting is on again on all ${replicas.length} replicas, ${shared.length} parts are shared.`
    : `The setting is off on all ${replicas.length} replicas. ${['No part has a lock, and no object belongs to two replicas', ...rest].join('; ')}.`
  const elsewhere =
    later.length === 0
      ? ''
      : ` ${later.length} parts came in while their partitions were moved and lie on another volume, such as ${later[0]}.`
  return {
    after: (looks.at(-1) ?? []).map((content) => ({ ...content })),
    proof: `${seen} ${describeExit(verdict)}${elsewhere}`,
  }
}

async function settleExitRun(deps: WorkflowDeps, announcer: Announcer, run: ZeroCopyExitRun): Promise<void> {
  const status = await settleExit(deps.db, run, deps.now(), (tx, settled) => auditExit(deps, tx, settled))
  if (status === null) return
  announcer.announce('zero-copy-exit', run.exitId)
  deps.log.info({ ...run, status }, 'Exit from zero-copy replication settled')
}

async function auditExit(deps: WorkflowDeps, tx: Transaction, settled: ZeroCopyExit): Promise<void> {
  if (settled.status === 'paused') return
  const { name } = await tx.cluster.findUniqueOrThrow({
    where: { id: settled.clusterId },
    select: { name: true },
  })
  const switches = exitSwitches.parse(settled.switches)
  const migrations = exitMigrations.parse(settled.migrations)
  await recordAudit(tx, workerContext(deps), {
    ...{ action: 'zero-copy-exit.finish', objectType: 'zero-copy-exit', objectId: settled.id },
    objectName: `${settled.database}.${settled.table}`,
    ...{ clusterId: settled.clusterId, clusterName: name },
    outcome: outcomeOfRun({
      status: settled.status,
      didSome: switches.length > 0 || migrations.length > 0,
    }),
    statements: switches.map(({ node, sql, queryId }) => ({ node, sql, queryId })),
    details: {
      ...{ requestedBy: settled.requestedBy, stage: settled.stage, goesBack: settled.goesBack },
      ...{ tierMigrations: migrations.map(({ id }) => id), proof: settled.proof },
    },
    error: settled.error ?? undefined,
  })
}
