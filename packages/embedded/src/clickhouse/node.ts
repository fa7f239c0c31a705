import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NodeProcessSpec, spawnNode } from './node-process.ts'

/** A node usually stops in 0.3 to 7 s, longer with a big flush; then it is killed, which loses no data. */
const STOP_TIMEOUT_MS = 20_000

interface NodeExit {
  /** False after a crash or kill(): a supervisor restarts it. */
  readonly expected: boolean
}

export interface EmbeddedClickhouseNode {
  /** Also its display name, for example `shard-1-replica-1`. */
  readonly name: string
  readonly shard: number
  readonly replica: number
  readonly httpUrl: string
  readonly httpPort: number
  readonly tcpPort: number
  /** `null` while it is down. */
  readonly pid: number | null
  readonly dataDir: string
  readonly configFile: string
  /** Merged into its configuration at each start. The node never clears it. */
  readonly configFolder: string
  readonly logFile: string
  /** Starts it on its ports; no effect when it is running. */
  start(): Promise<void>
  /** Ends it gracefully by closing its stdin. */
  stop(): Promise<void>
  /** SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Stop and start, the way to apply a changed configuration. Data, logs and ports stay. */
  restart(): Promise<void>
  /** Called each time the process ends after a successful start. */
  onExit(listener: (exit: NodeExit) => void): void
}

export interface NodeIdentity {
  readonly shard: number
  readonly replica: number
  readonly configFolder: string
  /** Checks and writes the configuration files; runs before every start. */
  prepare(): Promise<void>
}

/** states: down → starting → up → down. Start, stop, kill and restart of one node never overlap. */
export function createNode(spec: NodeProcessSpec, identity: NodeIdentity): EmbeddedClickhouseNode {
  let child: ChildProcess | null = null
  let stopping = false
  let turn: Promise<unknown> = Promise.resolve()
  const listeners: ((exit: NodeExit) => void)[] = []

  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const next = turn.then(action, action)
    turn = next.catch(() => {})
    return next
  }

  async function start(): Promise<void> {
    if (child) return
    await identity.prepare()
    const started = await spawnNode(spec)
    child = started
    const ended = () => {
      child = null
      const expected = stopping
      for (const listener of listeners) listener({ expected })
    }
    if (started.exitCode !== null || started.signalCode !== null) ended()
    else started.once('exit', ended)
  }

  async function stop(): Promise<void> {
    if (!child) return
    stopping = true
    try {
      const running = child
      const exit = once(running, 'exit')
      running.stdin?.end()
      const patience = new AbortController()
      const late = sleep(STOP_TIMEOUT_MS, undefined, { signal: patience.signal }).then(
        () => running.kill('SIGKILL'),
        () => {},
      )
      await exit
      patience.abort()
      await late
    } finally {
      stopping = false
    }
  }

  async function kill(): Promise<void> {
    if (!child) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  return {
    name: spec.name,
    shard: identity.shard,
    replica: identity.replica,
    httpUrl: `http://127.0.0.1:${spec.httpPort}`,
    httpPort: spec.httpPort,
    tcpPort: spec.tcpPort,
    dataDir: spec.dataDir,
    configFile: spec.configFile,
    configFolder: identity.configFolder,
    logFile: spec.logFile,
    get pid() {
      return child?.pid ?? null
    },
    start: () => inTurn(start),
    stop: () => inTurn(stop),
    kill: () => inTurn(kill),
    restart: () =>
      inTurn(async () => {
        await stop()
        await start()
      }),
    onExit: (listener) => {
      listeners.push(listener)
    },
  }
}
