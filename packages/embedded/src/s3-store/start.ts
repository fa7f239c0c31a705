import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '../process/ports.ts'
import type { ChildAnswer, ChildOptions } from './child-protocol.ts'
import { connectS3StoreControl, type S3StoreControl } from './control-client.ts'
import type { S3StoreServerOptions } from './server/create-server.ts'

export interface StartS3StoreOptions extends S3StoreServerOptions {
  /** Default: a free one, kept for this store while this process runs. */
  readonly port?: number
  /** Standard error of the store is appended to this file; by default it goes to this process's own. */
  readonly logFile?: string
  /** Aborts the start: its process is killed, which loses no data. */
  readonly abort?: AbortSignal | undefined
}

/** A store in a separate process. `pid` and `port` are those of the current process, also after `restart`. */
export interface S3StoreHandle extends S3StoreControl {
  readonly endpoint: string
  readonly port: number
  readonly pid: number
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly controlToken: string
  /** Shuts it down; resolves when it has ended. */
  stop(): Promise<void>
  /** SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
  /** Stops it if it runs, and starts it again on the same port and folder. */
  restart(): Promise<void>
}

/**
 * Starts a store as a child process and waits until it listens. It ends with this process, however that ends.
 *
 * @throws when it ends before it listens (its folder is in use, its port taken, a bucket's name not valid), with its
 * output.
 */
export async function startS3Store(options: StartS3StoreOptions): Promise<S3StoreHandle> {
  const { logFile, port: wantedPort, abort, ...serverOptions } = options
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url')
  const region = options.region ?? 'us-east-1'
  const childOptions = { ...serverOptions, controlToken, region }

  let { child, port } = await spawnStore(
    { ...childOptions, port: wantedPort ?? (await findFreePort()), portWaitMs: 0 },
    logFile,
    abort,
  )
  const endpoint = `http://127.0.0.1:${port}`

  async function end(how: () => void): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    how()
    await exited
  }
  const stop = (): Promise<void> => end(() => child.stdin?.end())

  return {
    ...connectS3StoreControl(endpoint, controlToken),
    endpoint,
    port,
    region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    controlToken,
    get pid() {
      return child.pid ?? 0
    },
    stop,
    kill: () => end(() => child.kill('SIGKILL')),
    restart: async () => {
      await stop()
      ;({ child, port } = await spawnStore({ ...childOptions, port, portWaitMs: 5000 }, logFile))
    },
  }
}

async function spawnStore(
  options: ChildOptions,
  logFile: string | undefined,
  abort?: AbortSignal,
): Promise<{ child: ChildProcess; port: number }> {
  abort?.throwIfAborted()
  // Resolved by name and not relative to this file, which may be part of a bundle.
  const require = createRequire(import.meta.url)
  const program = require.resolve('@frostline/embedded/s3-store-child')
  const loader = pathToFileURL(createRequire(program).resolve('tsx')).href
  if (logFile !== undefined) mkdirSync(dirname(logFile), { recursive: true })
  const logFd = logFile === undefined ? null : openSync(logFile, 'a', 0o600)
  // Options of this process's node (a debugger's port, a test runner's hooks) are not for the child.
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, ['--import', loader, program], {
    stdio: ['pipe', 'pipe', logFd ?? 'inherit'],
    env,
  })
  if (logFd !== null) closeSync(logFd)
  // A child that ends early closes this pipe; its exit says more.
  child.stdin?.on('error', () => {})
  child.stdin?.write(`${JSON.stringify(options)}\n`)
  const giveUp = () => child.kill('SIGKILL')
  abort?.addEventListener('abort', giveUp)
  const answer = await readAnswer(child).finally(() => abort?.removeEventListener('abort', giveUp))
  if ('port' in answer) return { child, port: answer.port }
  child.kill('SIGKILL')
  throw new Error(`The S3 store on ${options.dataDir} did not start: ${answer.error}`)
}

/** The one line of the child, or how it ended without one. */
function readAnswer(child: ChildProcess): Promise<ChildAnswer> {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.includes('\n')) resolve(JSON.parse(text) as ChildAnswer)
    })
    child.once('error', (error) => resolve({ error: error.message }))
    // `close` and not `exit`: the line may still be in the pipe when the process has ended.
    child.once('close', (code, signal) => resolve({ error: `its process ended with ${signal ?? code}` }))
  })
}
