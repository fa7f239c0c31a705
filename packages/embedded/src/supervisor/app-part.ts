import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTail } from '../files/read-tail.ts'
import { orAborted } from '../process/or-aborted.ts'
import type { Part, PartExit } from './part.ts'

const LEASH = new URL('./leash.mjs', import.meta.url).href
const STOP_TIMEOUT_MS = 15_000
const READY_TIMEOUT_MS = 60_000

/** A Node.js program of the product: web or worker. */
export interface AppSpec {
  readonly name: string
  /** Script and arguments. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** Polled after a start until it is true. */
  readonly ready?: () => Promise<boolean>
  /** Aborts a start; the caller that aborted it stops the part. */
  readonly abort?: AbortSignal | undefined
}

export function createAppPart(spec: AppSpec): Part {
  let child: ChildProcess | null = null
  let stopping = false
  const listeners: ((exit: PartExit) => void)[] = []

  async function start(): Promise<void> {
    if (child) return
    const log = openSync(spec.logFile, 'a', 0o600)
    const started = spawn(process.execPath, ['--import', LEASH, ...spec.command], {
      cwd: spec.cwd,
      env: { ...process.env, NODE_ENV: 'production', ...spec.env },
      stdio: ['ignore', log, log, 'ipc'],
      // Its own process group: a Ctrl-C goes to the supervisor, which stops everything in order.
      detached: true,
    })
    closeSync(log)
    await Promise.race([
      once(started, 'spawn'),
      once(started, 'error').then(([error]) => Promise.reject(error)),
    ])
    child = started
    let ready = false
    started.once('exit', () => {
      child = null
      const exit = { expected: stopping }
      // An end before it was ready is the failure of start() itself.
      if (ready) for (const listener of listeners) listener(exit)
    })
    const end = performance.now() + READY_TIMEOUT_MS
    while (spec.ready && child && performance.now() < end && !(await orAborted(spec.ready(), spec.abort)))
      await sleep(50)
    if (child && performance.now() < end) {
      ready = true
      return
    }
    started.kill('SIGKILL')
    throw new Error(
      `${spec.name} did not start. Its log is ${spec.logFile}:\n${await readTail(spec.logFile, 2000)}`,
    )
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    if (!running) return
    const exit = once(running, 'exit')
    running.kill(signal)
    const late = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exit
    clearTimeout(late)
  }

  return {
    name: spec.name,
    get pid() {
      return child?.pid ?? null
    },
    start,
    stop: async () => {
      stopping = true
      await end('SIGTERM')
      stopping = false
    },
    kill: () => end('SIGKILL'),
    onExit: (listener) => {
      listeners.push(listener)
    },
  }
}
