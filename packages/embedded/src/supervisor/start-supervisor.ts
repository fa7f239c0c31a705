import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { seedDemo } from '../demo/seed-demo.ts'
import { type AppSpec, createAppPart } from './app-part.ts'
import { boundLogs, keepLogsBounded } from './bound-logs.ts'
import { checkGivenNodes } from './check-given-nodes.ts'
import { announceEnd, claimFolder } from './claim-folder.ts'
import { startControlServer } from './control-server.ts'
import { describeDemoToken, describeDemoWork } from './demo-work.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { type Endpoints, writeEndpoints } from './endpoints.ts'
import { type KeepRunning, keepRunning } from './keep-running.ts'
import { clearLeftovers, recordProcesses } from './leftovers.ts'
import type { Part } from './part.ts'
import { createProgress, type Progress } from './progress.ts'
import type { Settings } from './settings.ts'
import {
  describeSetupCluster,
  describeSetupSource,
  describeSourceAccess,
  runSetup,
  type SetupSpec,
} from './setup.ts'
import { describeStore, type Engines, startEngines } from './start-engines.ts'
import { ensureSecretKey, loadState, type SupervisorState, saveState } from './state.ts'

export interface AppContext {
  readonly webPort: number
  readonly webUrl: string
  /** Of both apps: database, key file, data folder, public address. */
  readonly env: Readonly<Record<string, string>>
}

/** The programs around the engines, in start order. */
export interface Apps {
  readonly setup: (context: AppContext) => Omit<SetupSpec, 'logFile'>
  readonly worker: (context: AppContext) => Omit<AppSpec, 'logFile' | 'name'>
  readonly web: (context: AppContext) => Omit<AppSpec, 'logFile' | 'name'>
}

export interface SupervisorOptions {
  readonly settings: Settings
  readonly apps: Apps
  /** Default 3. */
  readonly shards?: number
  /** Rows of the demo's trips per shard; see seedDemo. */
  readonly tripsPerShard?: number
  readonly print?: (line: string) => void
  /** Aborts the start at its next step and stops what runs. */
  readonly signal?: AbortSignal
  /** `POST /stop` on the control endpoint. */
  readonly onStopRequest: () => void
}

export interface Supervisor {
  readonly settings: Settings
  readonly endpoints: () => Endpoints
  readonly state: SupervisorState
  /** Whether this start is the one that shows the administrator's first password. */
  readonly firstStart: boolean
  /** Call it once the password has been shown: from then on it is stored nowhere in clear text. */
  forgetPassword(): Promise<void>
  /** Demo work, web, worker, nodes, store, database, in this order. */
  stop(): Promise<void>
}

const WORKER_ID = 'local'

/**
 * Starts everything on a data folder and keeps it running. The order: engines side by side, demo data and set-up side
 * by side, then worker and web side by side.
 *
 * @throws when another supervisor runs on the folder or any part does not start; nothing of ours is left running then.
 */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { settings } = options
  const logDir = join(settings.dataDir, 'logs')
  await mkdir(logDir, { recursive: true, mode: 0o700 })
  const progress = createProgress(join(logDir, 'supervisor.log'), options.print)
  await claimFolder(settings.dataDir, progress.note, options.signal)
  await boundLogs(logDir)
  await clearLeftovers(settings.dataDir, progress.note, options.signal)

  const state = await loadState(settings)
  const secretKeyFile = await ensureSecretKey(settings.dataDir)
  const parts: Part[] = []
  const keepers: KeepRunning[] = []
  let control: Server | null = null
  const stop = async () => {
    control?.close()
    control?.closeAllConnections()
    await announceEnd(settings.dataDir)
    await stopAll(parts, keepers, progress)
  }
  await recordProcesses(settings.dataDir, parts)

  try {
    await checkGivenNodes(settings, progress, options.signal)
    const engines = await startEngines({
      ...{ settings, state, logDir, progress },
      shards: options.shards ?? 3,
      started: (engine) => parts.push(...engine),
      abort: options.signal,
    })
    options.signal?.throwIfAborted()
    for (const reason of engines.clickhouse?.down ?? [])
      progress.note(
        `${reason}\n  The console starts without it: revert the change there, or move the file away.`,
      )

    const describe = () => describeEndpoints({ settings, state, engines, parts, logDir, workerId: WORKER_ID })
    // One write after another: the last state wins.
    let writing: Promise<void> = Promise.resolve()
    const publish = () => {
      writing = writing.then(async () => {
        await recordProcesses(
          settings.dataDir,
          parts.filter(({ name }) => name !== 'postgres'),
        )
        await writeEndpoints(settings.dataDir, describe())
      })
      writing = writing.catch((error: unknown) =>
        progress.log(`endpoints.json was not written: ${String(error)}`),
      )
      return writing
    }
    // Before the long part of a start: otherwise another program could take its port.
    control = await startControlServer({
      port: state.ports.control,
      token: state.controlToken,
      parts,
      describe,
      stopAll: options.onStopRequest,
    })
    await publish()
    options.signal?.throwIfAborted()
    const hooks = { log: progress.log, changed: () => void publish() }
    for (const part of parts) keepers.push(keepRunning(part, hooks))

    const webUrl = `http://127.0.0.1:${state.ports.web}`
    const databaseUrl = settings.databaseUrl ?? engines.postgres?.url ?? ''
    const context: AppContext = {
      webPort: state.ports.web,
      webUrl,
      env: {
        DATABASE_URL: databaseUrl,
        FROSTLINE_SECRET_KEY_FILE: secretKeyFile,
        FROSTLINE_DATA_DIR: settings.dataDir,
        FROSTLINE_PUBLIC_URL: settings.publicUrl ?? webUrl,
        ...describeSourceAccess(settings),
      },
    }
    // Nobody waits for the demo data of a failed start.
    const failed = new AbortController()
    const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])
    await everyDone([
      seedOnce({ ...options, signal }, state, engines, progress),
      progress
        .step('set-up of the database', () => setUp({ ...options, signal }, context, state, engines, logDir))
        .catch((cause: unknown) => {
          failed.abort(cause)
          throw cause
        }),
    ])

    options.signal?.throwIfAborted()
    const worker = createAppPart({
      ...withEnv(options.apps.worker(context), {
        ...context.env,
        FROSTLINE_WORKER_ID: WORKER_ID,
        ...describeAccess(settings, state, engines),
      }),
      name: 'worker',
      logFile: join(logDir, 'worker.log'),
      abort: options.signal,
    })
    const web = createAppPart({
      ...withEnv(options.apps.web(context), context.env),
      name: 'web',
      logFile: join(logDir, 'web.log'),
      abort: options.signal,
    })
    for (const part of [worker, web]) {
      parts.push(part)
      keepers.push(keepRunning(part, hooks))
    }
    await everyDone([worker, web].map((part) => progress.step(part.name, () => part.start())))
    const work = describeDemoWork(settings, state, engines, webUrl)
    if (work) {
      const demoWork = createAppPart({ ...work, name: 'demo-work', logFile: join(logDir, 'demo-work.log') })
      parts.push(demoWork)
      keepers.push(keepRunning(demoWork, hooks))
      await demoWork.start()
      progress.note('The demo operator is at work in the console. FROSTLINE_DEMO_WORK=off turns it off.')
    }
    await publish()

    const logTimer = keepLogsBounded(logDir)
    return {
      settings,
      endpoints: describe,
      state,
      firstStart: !state.announced,
      forgetPassword: () =>
        saveState(settings.dataDir, { ...state, announced: true, admin: { ...state.admin, password: null } }),
      stop: async () => {
        clearInterval(logTimer)
        await stop()
        await publish()
      },
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** Like Promise.all, but waits for all even when one fails: nothing may still be starting when parts are stopped. */
async function everyDone(actions: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(actions)
  await Promise.all(actions)
}

/** Lets the worker write the configuration of nodes that run here, and have them restarted. */
function describeAccess(
  settings: Settings,
  state: SupervisorState,
  { clickhouse }: Engines,
): Record<string, string> {
  if (!clickhouse) return {}
  return {
    FROSTLINE_CONFIG_ROOTS: join(settings.dataDir, 'clickhouse'),
    FROSTLINE_SUPERVISOR_URL: `http://127.0.0.1:${state.ports.control}`,
    FROSTLINE_SUPERVISOR_TOKEN: state.controlToken,
  }
}

function withEnv<T extends { readonly env: Readonly<Record<string, string>> }>(
  spec: T,
  env: Readonly<Record<string, string>>,
): T {
  return { ...spec, env: { ...env, ...spec.env } }
}

function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

async function seedOnce(
  options: SupervisorOptions,
  state: SupervisorState,
  { clickhouse }: Engines,
  progress: Progress,
): Promise<void> {
  // A node that stays down because of added configuration has been seeded before.
  if (!clickhouse || clickhouse.down.length > 0) return
  const { source } = describeStore({ settings: options.settings, state })
  await progress.step('demo data', () =>
    seedDemo({
      cluster: clickhouse,
      source,
      report: (line) => progress.note(`  demo data: ${line}`),
      abort: options.signal,
      ...(options.tripsPerShard === undefined ? {} : { tripsPerShard: options.tripsPerShard }),
    }),
  )
}

async function setUp(
  options: SupervisorOptions,
  context: AppContext,
  state: SupervisorState,
  engines: Engines,
  logDir: string,
): Promise<void> {
  const spec = options.apps.setup(context)
  await runSetup({
    ...withEnv(spec, {
      ...context.env,
      FROSTLINE_ADMIN_EMAIL: state.admin.email,
      // A database that lost its admin gets one again if the environment has the password.
      ...optional('FROSTLINE_ADMIN_PASSWORD', state.admin.password ?? options.settings.admin.password),
      ...optional('FROSTLINE_API_TOKEN', options.settings.apiToken),
      FROSTLINE_SETUP_CLUSTER: JSON.stringify(describeSetupCluster(options.settings, engines)),
      ...describeSetupSource(options.settings, state, engines),
      ...describeDemoToken(options.settings, state),
    }),
    logFile: join(logDir, 'setup.log'),
    abort: options.signal,
  })
}

/**
 * Users of a part end before it; the nodes end side by side. The time is when a group that has not ended by itself is
 * killed, counted from the start of the shutdown: nothing acknowledged is lost by it, and all is over within ten
 * seconds.
 */
const END_ORDER = [
  { group: 'demo-work', untilMs: 1000 },
  { group: 'web', untilMs: 2000 },
  { group: 'worker', untilMs: 4000 },
  { group: 'clickhouse', untilMs: 6500 },
  { group: 'store', untilMs: 7500 },
  { group: 'postgres', untilMs: 8500 },
]

async function stopAll(
  parts: readonly Part[],
  keepers: readonly KeepRunning[],
  progress: Progress,
): Promise<void> {
  const from = performance.now()
  for (const keeper of keepers) keeper.release()
  for (const { group, untilMs } of END_ORDER) {
    const members = parts.filter(({ name }) => name.split('/')[0] === group)
    if (members.length === 0) continue
    const kill = () => {
      for (const { name, pid } of members) {
        if (pid === null) continue
        progress.log(`${name} has not ended by itself and is killed`)
        process.kill(pid, 'SIGKILL')
      }
    }
    const late = setTimeout(kill, from + untilMs - performance.now())
    const ends = await Promise.allSettled(members.map((part) => part.stop()))
    clearTimeout(late)
    for (const end of ends)
      if (end.status === 'rejected') progress.note(`could not stop: ${String(end.reason)}`)
    progress.log(`stopped ${group}`)
  }
}
