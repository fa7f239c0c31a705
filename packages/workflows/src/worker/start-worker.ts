import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { type ChangeEvent, idleTransactionTimeoutMs } from '@frostline/db'
import { type AlertOptions, watchAlerts } from '../alerts/watch-alerts.ts'
import { archiveWork } from '../archive/run-archive.ts'
import { restoreWork } from '../archive/run-restore.ts'
import { expiryWork } from '../archive-expiry/run-expiry.ts'
import { watchAudit } from '../audit/watch-audit.ts'
import { benchmarkWork } from '../benchmark/run-benchmark.ts'
import { bucketAuditWork } from '../bucket-audit/run-bucket-audit.ts'
import { warmupWork } from '../cache-warmup/run-warmup.ts'
import { changeSetWork } from '../change-set/run-change-set.ts'
import { checkConfigTargets } from '../config-target/check-config-targets.ts'
import { generationWork } from '../data-generation/run-generation.ts'
import type { WorkflowDeps } from '../deps.ts'
import { watchHistory } from '../history/sample-clusters.ts'
import { loadWork } from '../load-job/run-load-job.ts'
import { watchStagingTables } from '../load-job/sweep-staging.ts'
import { PipelineKeeper } from '../load-pipeline/pipeline-keeper.ts'
import { removalWork } from '../orphan-removal/run-removal.ts'
import { repairWork } from '../replica-repair/run-repair.ts'
import { restoreRemovalWork } from '../restore-removal/run-removal.ts'
import { type DrivenRun, listDrivenRuns, RunDispatcher } from '../run/dispatch-runs.ts'
import { sweepScratchTables } from '../scratch/drop-scratch.ts'
import { watchNodeStarts } from '../start-up/watch-node-starts.ts'
import { checkProposals } from '../storage-proposal/check-proposals.ts'
import { prepareRollouts } from '../storage-rollout/prepare-rollouts.ts'
import { rolloutWork } from '../storage-rollout/run-storage-rollout.ts'
import { migrationWork } from '../tier-migration/run-tier-migration.ts'
import { ScheduleKeeper } from '../tier-schedule/schedule-keeper.ts'
import { archiveSchedules, cacheSchedules, tierSchedules } from '../tier-schedule/scheduled-work.ts'
import { exitWork } from '../zero-copy-exit/run-exit.ts'
import { Alarm, runDuties, runInBackground } from './duties.ts'
import { startHeartbeat } from './heartbeat.ts'
import { sendOwedStartMoves } from './send-owed-start-moves.ts'
import { takeOverDeadWorkers } from './take-over.ts'

const SWEEP_EVERY_MS = 1000
/** Other workers announce each step of their runs, and each announcement triggers a sweep. */
const SWEEP_PAUSE_MS = 100

/** Beside the kinds of runs. */
const sweptTopics = ['cache-schedule', 'storage-proposal', 'config-target'] as const

/**
 * One name for all versions: by default DBOS hashes the code, and a changed worker would then ignore its predecessor's
 * runs. The workflows stay compatible, so that an older run can be continued; every step observes first.
 */
const APPLICATION_VERSION = 'frostline'

export interface WorkerOptions {
  deps: WorkflowDeps
  databaseUrl: string
  hostname: string
  pid: number
  version: string
  /** Absent: this worker neither evaluates nor sends alerts. */
  alerts?: AlertOptions
  /** Writes the history of nodes, disks, tiers and tables, and of the starts of the nodes. Default: false. */
  keepHistory?: boolean
}

export interface RunningWorker {
  /** Sweeps at once instead of at the next interval, where the change may have left work to do. */
  notice(event: ChangeEvent): void
  /** Leaves running statements to the server and unfinished runs to the next worker. */
  stop(): Promise<void>
}

/** Starts everything that a worker does: heartbeat, durable workflows, and a sweep for due work. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { deps } = options
  const works = [
    migrationWork,
    rolloutWork,
    loadWork,
    generationWork,
    warmupWork,
    bucketAuditWork(),
    removalWork(),
    benchmarkWork,
    repairWork,
    exitWork,
    archiveWork(),
    restoreWork,
    expiryWork(),
    restoreRemovalWork(),
    changeSetWork,
  ]
  const alarm = new Alarm()
  const queues = works.map((work) => new RunDispatcher(deps, work, () => alarm.ring()))
  const schedules = [tierSchedules, cacheSchedules, archiveSchedules].map(
    (work) => new ScheduleKeeper(deps, work),
  )
  const pipelines = new PipelineKeeper(deps)
  const tended = works.flatMap(({ kind, tend }) =>
    tend ? [runInBackground(`Tending to ${kind}`, () => tend(deps), deps.log)] : [],
  )
  const proposals = runInBackground('Checking storage proposals', () => checkProposals(deps), deps.log)
  const plans = runInBackground('Preparing storage rollouts', () => prepareRollouts(deps), deps.log)
  const targets = runInBackground('Checking configuration folders', () => checkConfigTargets(deps), deps.log)
  const scratch = runInBackground('Dropping scratch tables', () => sweepScratchTables(deps), deps.log)
  const log = {
    info: (entry: unknown) => deps.log.info({ source: 'dbos' }, String(entry)),
    debug: () => undefined,
    warn: (entry: unknown) => deps.log.warn({ source: 'dbos' }, String(entry)),
    error: (entry: unknown) => deps.log.error({ source: 'dbos' }, String(entry)),
  }
  DBOS.setConfig({
    name: 'frostline',
    systemDatabaseUrl: options.databaseUrl,
    executorID: deps.workerId,
    applicationVersion: APPLICATION_VERSION,
    systemDatabaseIdleTransactionTimeoutMs: idleTransactionTimeoutMs,
    logger: log,
  })
  const heartbeat = await startHeartbeat(
    deps.db,
    { workerId: deps.workerId, pid: options.pid, hostname: options.hostname, version: options.version },
    deps.log,
  )
  await DBOS.launch()

  let driven: readonly DrivenRun[] = []
  const duties = [
    () => takeOverDeadWorkers(deps, heartbeat),
    ...works.flatMap(({ releaseDue }) => (releaseDue ? [() => releaseDue(deps)] : [])),
    async () => {
      // Those of the former sweep are not dispatched again if this read fails.
      driven = []
      driven = await listDrivenRuns(deps, works)
    },
    ...queues.map((queue) => () => queue.dispatch(driven)),
    () => sendOwedStartMoves(deps),
    ...schedules.map((keeper) => () => keeper.sweep()),
    () => pipelines.sweep(),
    ...tended.map((job) => () => job.begin()),
    () => proposals.begin(),
    () => targets.begin(),
    () => plans.begin(),
    () => scratch.begin(),
  ]

  const stopping = new AbortController()
  const sweeping = sweepUntil(stopping.signal)
  const watching = options.alerts ? watchAlerts(deps, options.alerts, stopping.signal) : Promise.resolve()
  const auditing = watchAudit(
    deps,
    { allowLoopback: options.alerts?.allowLoopback ?? false },
    stopping.signal,
  )
  const histories = options.keepHistory ? [watchHistory, watchNodeStarts] : []
  const sampling = [watchStagingTables, ...histories].map((watch) => watch(deps, stopping.signal))

  async function sweepUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const errors = await runDuties(duties)
      if (errors.length > 0)
        deps.log.warn(
          { error: errors[0], failed: errors.length, duties: duties.length },
          'A sweep failed in part. Retry at the next sweep',
        )
      await sleep(SWEEP_PAUSE_MS, undefined, { signal }).catch(() => undefined)
      await alarm.sleep(SWEEP_EVERY_MS, signal)
    }
  }

  const topics = new Set<string>([...works.map(({ kind }) => kind), ...sweptTopics])
  return {
    notice(event) {
      if (event.kind === 'change' && !topics.has(event.topic)) return
      if (event.kind === 'change' && queues.some((queue) => queue.drives(event))) return
      alarm.ring()
    },
    async stop() {
      stopping.abort()
      await Promise.all([sweeping, watching, auditing, ...sampling])
      for (const keeper of schedules) await keeper.stop()
      await pipelines.stop()
      for (const job of tended) await job.settled()
      await proposals.settled()
      await targets.settled()
      await plans.settled()
      await scratch.settled()
      await heartbeat.stop()
      await DBOS.shutdown({ deregister: true })
    },
  }
}
