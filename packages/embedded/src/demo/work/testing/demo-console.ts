import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { queryNode } from '../../../clickhouse/query-node.ts'
import { findFreePort } from '../../../process/ports.ts'
import { waitUntil } from '../../../process/wait-until.ts'
import type { Endpoints } from '../../../supervisor/endpoints.ts'

const START = fileURLToPath(new URL('../../../../../../scripts/start.mjs', import.meta.url))
const PATIENCE_MS = 300_000

/** The built console as `npm start` starts it, with demo work. */
export interface DemoConsole {
  start(): Promise<void>
  /** SIGKILL of the supervisor; everything else ends by itself. */
  killAll(): Promise<void>
  /** SIGKILL of the demo operator, which the supervisor starts again. */
  killOperator(): Promise<void>
  /** Until the request that creates this is sent. */
  waitUntilAsked(name: string): Promise<void>
  waitUntilDone(): Promise<void>
  get<Answer>(path: string): Promise<Answer>
  put(path: string, body: unknown): Promise<void>
  count(table: string): Promise<number>
  close(): Promise<void>
}

const PIECES = [
  ...['orphan', 'migration', 'late trips', 'pipeline', 'archive', 'ttl', 'warm-up', 'benchmark'],
  ...['retried migration', 'schedule', 'audit'],
]

export async function openDemoConsole(): Promise<DemoConsole> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-demo-work-'))
  const port = await findFreePort()
  const token = `fl_${randomBytes(24).toString('base64url')}`
  const outer = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DATABASE_URL|NODE_ENV|FROSTLINE_)/.test(name)),
  )
  let child: ChildProcess
  let output = ''

  const readEndpoints = () => JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints
  const readRecord = () => {
    const file = join(dataDir, 'demo-work.json')
    const none = { done: [] as string[], asked: {} as Record<string, string> }
    return existsSync(file) ? { ...none, ...(JSON.parse(readFileSync(file, 'utf8')) as typeof none) } : none
  }
  const waitFor = async (what: string, fact: () => boolean | Promise<boolean>) => {
    const found = await waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`The console ended:\n${output}`)
      return fact()
    }, PATIENCE_MS)
    if (!found) throw new Error(`Waited in vain until ${what}. Log of the demo operator:\n${readLog()}`)
  }
  const readLog = () => readFileSync(join(dataDir, 'logs', 'demo-work.log'), 'utf8')
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as unknown
  }

  async function start(): Promise<void> {
    child = spawn(process.execPath, [START], {
      env: {
        ...outer,
        ...{ FROSTLINE_DATA_DIR: dataDir, PORT: String(port), FROSTLINE_API_TOKEN: token },
        ...{
          FROSTLINE_ALERT_INTERVAL_SECONDS: '5',
          FROSTLINE_END_WITH_PARENT: '1',
          NO_OPEN: '1',
          CI: 'true',
        },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        output += piece
      })
    await waitFor('it runs', () => output.includes('Frostline is running'))
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    start,
    killAll: () => end('SIGKILL'),
    killOperator: async () => {
      const { controlUrl, controlToken } = readEndpoints().supervisor
      const { status } = await fetch(`${controlUrl}/demo-work/kill`, {
        method: 'POST',
        headers: { authorization: `Bearer ${controlToken}` },
      })
      if (status !== 204) throw new Error(`The demo operator was not killed: ${status}`)
    },
    waitUntilAsked: (name) => waitFor(`${name} is asked for`, () => name in readRecord().asked),
    waitUntilDone: () =>
      waitFor('all demo work is done', () => {
        const { done } = readRecord()
        return PIECES.every((piece) => done.includes(piece))
      }),
    get: async <Answer>(path: string) => (await send('GET', path)) as Answer,
    put: async (path, body) => void (await send('PUT', path, body)),
    count: async (table) => {
      const { clickhouse } = readEndpoints()
      const [node] = clickhouse?.nodes ?? []
      const admin = clickhouse?.users.admin
      if (!node || !admin) throw new Error('endpoints.json lists no node.')
      const [row] = await queryNode<{ n: string }>(node.httpUrl, admin, `SELECT count() AS n FROM ${table}`)
      return Number(row?.n)
    },
    close: async () => {
      console.log(readLog(), JSON.stringify(readRecord()))
      await end('SIGINT')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
