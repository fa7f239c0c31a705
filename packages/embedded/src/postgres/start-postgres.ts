import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { endProcess } from '../process/end-process.ts'
import { isStillRunning } from '../process/identity.ts'
import { orAborted } from '../process/or-aborted.ts'
import { keepOrFindPort } from '../process/ports.ts'
import { findPostgresBinaries } from './find-binaries.ts'
import { initializeDatabase } from './initialize.ts'
import { forgetForeignPostmaster, observePostmaster } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { type LeashedPostmaster, spawnPostmaster } from './spawn-postmaster.ts'
import { transferOwnership } from './transfer-ownership.ts'

export interface PostgresOptions {
  readonly dataDir: string
  /** Created when missing, and owned by a role of the same name. */
  readonly database: string
  /** Default: the previous port, else a free one. */
  readonly port?: number
  readonly logFile?: string
  /** Server parameters. Default: as initdb sets them. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** Aborts the start: what it has started is ended. */
  readonly abort?: AbortSignal | undefined
}

export interface EmbeddedPostgres {
  /** Of the role that owns the database, with its password. */
  readonly url: string
  /** Of the superuser, for tests of the server itself. The product never gets it. */
  readonly superuserUrl: string
  readonly port: number
  /** `null` while it is down. */
  readonly pid: number | null
  readonly dataDir: string
  readonly logFile: string
  start(): Promise<void>
  /** A fast shutdown (SIGINT): open transactions are rolled back. */
  stop(): Promise<void>
  /** SIGKILL to the server, like a crash. Its child processes end by themselves. */
  kill(): Promise<void>
  restart(): Promise<void>
  onExit(listener: (exit: { readonly expected: boolean }) => void): void
}

const stateSchema = z.object({
  /** The superuser's. */
  password: z.string(),
  /** Missing in folders of earlier versions: their product signed in as superuser. */
  ownerPassword: z.string().optional(),
  port: z.number(),
})

/** A server whose starter was killed is ended by its leash; one without a leash is not waited for. */
const FORMER_PATIENCE_MS = 3000

/**
 * Starts PostgreSQL on 127.0.0.1. It ends with this process, however that ends: see spawnPostmaster. Waits for one that
 * an earlier process left on the folder, and that may be ending just now.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const folder = join(dataDir, 'data')
  const logFile = options.logFile ?? join(dataDir, 'postgresql.log')
  await mkdir(dirname(logFile), { recursive: true })
  const runAs = await chooseRunAs(dataDir)
  const binaries = await findPostgresBinaries()
  const stateFile = join(dataDir, 'postgres.json')
  const known = await readJsonFile(stateFile, stateSchema)
  await endFormer(folder, options.abort)
  const state = {
    password: known?.password ?? randomBytes(24).toString('base64url'),
    ownerPassword: known?.ownerPassword ?? randomBytes(24).toString('base64url'),
    port: options.port ?? (await keepOrFindPort(known?.port)),
  }
  await writeFileAtomic(stateFile, `${JSON.stringify(state, null, 2)}\n`)
  await initializeDatabase(dataDir, state.password, binaries, runAs, options.abort)

  let running: LeashedPostmaster | null = null
  let stopping = false
  const listeners: ((exit: { readonly expected: boolean }) => void)[] = []
  const superuserUrl = (database: string) =>
    `postgresql://postgres:${state.password}@127.0.0.1:${state.port}/${database}`

  async function start(): Promise<void> {
    if (running && isStillRunning(running.process)) return
    await forgetForeignPostmaster(folder)
    const server = await spawnAfterOrphans()
    running = server
    watch(server)
    const { database } = options
    const role = { superuserUrl, database, role: database, password: state.ownerPassword }
    await orAborted(transferOwnership(role), options.abort)
  }

  /** Child processes of a killed server hold its shared memory for a moment; a start fails meanwhile. */
  async function spawnAfterOrphans(): Promise<LeashedPostmaster> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await spawnPostmaster({
          folder,
          port: state.port,
          logFile,
          settings: options.settings ?? {},
          binaries,
          runAs,
          abort: options.abort,
        })
      } catch (cause) {
        const orphans = String(cause).includes('pre-existing shared memory block')
        if (!orphans || attempt === 50 || options.abort?.aborted) throw cause
        await sleep(200)
      }
    }
  }

  /** The server is detached, so its end is detected by polling. */
  function watch(server: LeashedPostmaster): void {
    const timer = setInterval(() => {
      if (isStillRunning(server.process)) return
      clearInterval(timer)
      server.letGo()
      if (running === server) running = null
      for (const listener of listeners) listener({ expected: stopping })
    }, 200)
    timer.unref()
  }

  async function stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const server = running
    if (!server) return
    stopping = signal === 'SIGINT'
    await endProcess(server.process, { signal, graceMs: 30_000 })
    // Let the watcher report this end before anything starts again.
    while (running === server) await sleep(20)
    stopping = false
  }

  await start().catch(async (cause: unknown) => {
    await stop(options.abort?.aborted ? 'SIGKILL' : 'SIGINT')
    throw cause
  })
  return {
    url: `postgresql://${options.database}:${state.ownerPassword}@127.0.0.1:${state.port}/${options.database}`,
    superuserUrl: superuserUrl(options.database),
    port: state.port,
    get pid() {
      return running && isStillRunning(running.process) ? running.process.pid : null
    },
    dataDir,
    logFile,
    start,
    stop: () => stop('SIGINT'),
    kill: () => stop('SIGKILL'),
    restart: async () => {
      await stop('SIGINT')
      await start()
    },
    onExit: (listener) => {
      listeners.push(listener)
    },
  }
}

async function endFormer(folder: string, abort: AbortSignal | undefined): Promise<void> {
  const former = await observePostmaster(folder)
  if (!former) return
  await endProcess(former.process, {
    patienceMs: FORMER_PATIENCE_MS,
    signal: 'SIGINT',
    graceMs: 30_000,
    abort,
  })
}
