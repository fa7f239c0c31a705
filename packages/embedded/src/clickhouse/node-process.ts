import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, truncate, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readTextFile } from '../files/read-json-file.ts'
import { readTail } from '../files/read-tail.ts'
import { endProcess } from '../process/end-process.ts'
import { observeProcess } from '../process/identity.ts'

/** A node whose parent was killed sees its stdin close and ends by itself, in 0.3 to 7 s. */
const PATIENCE_MS = 10_000

/**
 * Waits for a node that an earlier parent left in this folder, and kills it when it does not end: two servers cannot
 * share a folder (Code 76). It is found by the pid in the server's status file and is ours only if its command line
 * names this folder.
 */
async function clearFormerNode(dataDir: string, abort?: AbortSignal): Promise<void> {
  const status = await readTextFile(join(dataDir, 'status'))
  const pid = Number(/^PID: (\d+)$/m.exec(status ?? '')?.[1])
  if (!pid) return
  const former = observeProcess(pid)
  if (!former?.command.includes(` --path=${dataDir}/ `)) return
  await endProcess(former, { patienceMs: PATIENCE_MS, signal: 'SIGKILL', abort })
}

const PROGRAM = fileURLToPath(new URL('./node-program.mjs', import.meta.url))
const START_TIMEOUT_MS = 60_000

const STARTUP_SQL = [
  'SYSTEM START LISTEN HTTP',
  'SYSTEM START LISTEN TCP',
  // Lasts until the parent closes the pipe.
  "SELECT * FROM file('-', 'LineAsString', 'line String') FORMAT Null",
].join('; ')

export interface NodeProcessSpec {
  readonly name: string
  readonly dataDir: string
  readonly configFile: string
  readonly httpPort: number
  readonly tcpPort: number
  readonly logFile: string
  /** Folders that it may use in addition to its own and that of the log. They exist. */
  readonly folders: readonly string[]
  /** Aborts a start: its process is killed. */
  readonly abort?: AbortSignal | undefined
}

/** Starts one node and resolves when it responds to /ping. Any earlier end is a failed start. */
export async function spawnNode(spec: NodeProcessSpec): Promise<ChildProcess> {
  const library = findClickhouseLibrary()
  await clearFormerNode(spec.dataDir, spec.abort)
  await keepSystemLogs(spec.dataDir)
  await mkdir(dirname(spec.logFile), { recursive: true })
  const consoleFile = spec.logFile.replace(/\.log$/, '.console.log')
  const output = await open(consoleFile, 'a', 0o600)
  await truncate(consoleFile, 0)
  const child = spawn(process.execPath, [PROGRAM, library, ...serverArguments(spec)], {
    stdio: ['pipe', output.fd, output.fd],
    cwd: spec.dataDir,
    // Its own process group: a Ctrl-C in the terminal goes to the supervisor, which stops everything in order.
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      TZ: 'UTC',
      HOME: spec.dataDir,
      NODE_ENV: 'production',
      FROSTLINE_NODE_FOLDERS: JSON.stringify([spec.dataDir, dirname(spec.logFile), ...spec.folders]),
    },
  })
  // Before any await: a child that cannot run ends at once.
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  await output.close()
  // A write to a dead child's pipe must not crash the parent.
  child.stdin?.on('error', () => {})
  const outcome = await Promise.race([answersPing(spec, child), ended])
  if (outcome === true) return child
  child.kill('SIGKILL')
  await ended
  spec.abort?.throwIfAborted()
  const said = (await readTail(consoleFile)) || (await readTail(spec.logFile))
  throw new Error(
    `ClickHouse node ${spec.name} did not start: ${outcome || 'no answer to /ping'}. ` +
      `Its configuration is ${spec.configFile}, its log ${spec.logFile}. It said last:\n${said}`,
  )
}

function serverArguments(spec: NodeProcessSpec): string[] {
  return [
    'clickhouse',
    `--config-file=${spec.configFile}`,
    `--path=${spec.dataDir}/`,
    `--http_port=${spec.httpPort}`,
    `--tcp_port=${spec.tcpPort}`,
    '--listen_host=127.0.0.1',
    `--logger.log=${spec.logFile}`,
    '--log-level=information',
    `--query=${STARTUP_SQL}`,
  ]
}

/**
 * `system` would be a Memory database, and after a restart its log tables fail with Code 57. Attached as Atomic before
 * the first start, they keep their rows.
 */
async function keepSystemLogs(dataDir: string): Promise<void> {
  const file = join(dataDir, 'metadata', 'system.sql')
  if (existsSync(file)) return
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `ATTACH DATABASE system UUID '${randomUUID()}'\nENGINE = Atomic\n`)
}

async function answersPing(spec: NodeProcessSpec, child: ChildProcess): Promise<true | ''> {
  const end = performance.now() + START_TIMEOUT_MS
  const isRunning = () => child.exitCode === null && child.signalCode === null && !spec.abort?.aborted
  while (performance.now() < end && isRunning()) {
    // HTTP listens first; a node is ready when its peers can reach it over TCP too.
    if ((await pings(spec.httpPort)) && (await acceptsConnections(spec.tcpPort))) return true
    await sleep(25)
  }
  return ''
}

async function pings(httpPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${httpPort}/ping`, { signal: AbortSignal.timeout(5000) })
    return (await response.text()) === 'Ok.\n'
  } catch {
    return false
  }
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/**
 * The path of libchdb.so, whose `query_stable_v2` is the main program of `clickhouse local`: since
 * ClickHouse pull request 101143 it opens HTTP and TCP listeners.
 */
export function findClickhouseLibrary(): string {
  const require = createRequire(import.meta.url)
  try {
    const library = join(dirname(require.resolve('@chdb/lib-linux-x64-gnu/package.json')), 'libchdb.so')
    if (existsSync(library)) return library
  } catch {
    // Reported below with what to do.
  }
  throw new Error(
    `The embedded ClickHouse is not installed on ${process.platform}-${process.arch}: ` +
      '@chdb/lib-linux-x64-gnu exists for Linux on x64 with glibc only. Use a real cluster instead: set ' +
      'FROSTLINE_CLICKHOUSE_URLS for "npm start" or FROSTLINE_TEST_CLICKHOUSE_URLS for the tests. ' +
      'On Linux x64, check that "npm ci" was not run with --omit=optional.',
  )
}
