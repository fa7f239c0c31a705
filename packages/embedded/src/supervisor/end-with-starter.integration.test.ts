import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import { guardFolder } from '../testing/guard-folder.ts'
import type { Endpoints } from './endpoints.ts'
import { listPids, readEndpoints, writePrograms } from './testing-supervisor.ts'

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))

/** `npm start` with small programs in the place of the product's: the same npm, the same supervisor, real engines. */
const start = `
  import { main } from ${source('./main.ts')}
  import { watchParent } from ${source('../../../../scripts/watch-parent.mjs')}
  const cwd = import.meta.dirname
  const app = (file: string, ...args: string[]) => ({ command: [cwd + '/' + file, ...args], cwd, env: {} })
  await main(watchParent, {
    shards: 1,
    tripsPerShard: 1000,
    apps: {
      setup: () => app('setup.mjs'),
      worker: () => app('worker.mjs'),
      web: ({ webPort, webUrl }) => ({
        ...app('web.mjs', String(webPort)),
        ready: () => fetch(webUrl).then((response) => response.ok, () => false),
      }),
    },
  })`

let folder: string
let unguard: () => void
let starts = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frostline-starter-'))
  unguard = guardFolder(folder)
  await writePrograms(folder)
  await writeFile(join(folder, 'start.mts'), start)
  const product = JSON.parse(
    await readFile(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
  )
  const script = product.scripts.start.replace(
    'scripts/start.mjs',
    `--import ${import.meta.resolve('tsx')} ${join(folder, 'start.mts')}`,
  )
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }))
})
afterAll(async () => {
  unguard()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

interface Run {
  readonly npm: ChildProcess
  readonly supervisor: number
  readonly endpoints: Endpoints
  readonly output: () => Promise<string>
}

/** @param wrap words before `npm start`. */
async function run(...wrap: string[]): Promise<Run> {
  starts += 1
  await rm(join(folder, 'worker-url.txt'), { force: true })
  const log = join(folder, `start-${starts}.txt`)
  const [program = '', ...args] = [...wrap, 'npm', 'start']
  const { DATABASE_URL: _, FROSTLINE_DATA_DIR: __, npm_lifecycle_event: ___, ...env } = process.env
  // By a shell, as people do, which gives way to npm.
  const npm = spawn('sh', ['-c', `exec "$@" > '${log}' 2>&1`, 'sh', program, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...{ ...env, FROSTLINE_DATA_DIR: join(folder, '.frostline'), NO_OPEN: '1' },
      // So long that another start meets the end of this one.
      END_AFTER_MS: '2500',
    },
  })
  const output = () => readFile(log, 'utf8').catch(() => '')
  const found = await waitUntil(
    async () =>
      (await output()).includes('Frostline is running') && existsSync(join(folder, 'worker-url.txt')),
    90_000,
  )
  if (!found) throw new Error(`It did not start:\n${await output()}`)
  const endpoints = await readEndpoints(folder)
  return { npm, supervisor: endpoints.supervisor.pid, endpoints, output }
}

const pidsOf = ({ endpoints, supervisor }: Run) => [supervisor, ...listPids(endpoints)]

async function expectGone(ended: Run): Promise<void> {
  const pids = pidsOf(ended)
  expect(pids).toHaveLength(6)
  const left = () => pids.filter((pid) => observeProcess(pid) !== null)
  await waitUntil(() => left().length === 0, 10_000)
  expect(left(), await ended.output()).toEqual([])
}

async function countTrips({ endpoints }: Run): Promise<unknown> {
  const node = endpoints.clickhouse?.nodes[0]
  const admin = endpoints.clickhouse?.users.admin
  if (!node || !admin) throw new Error('No node runs.')
  return queryNode(node.httpUrl, admin, 'SELECT count() > 0 AS seeded FROM demo.trips')
}

const npmGets =
  (signal: NodeJS.Signals) =>
  ({ npm }: Run) =>
    npm.kill(signal)
const supervisorGets =
  (signal: NodeJS.Signals) =>
  ({ supervisor }: Run) =>
    process.kill(supervisor, signal)

test.each([
  ['SIGINT to npm', npmGets('SIGINT'), true],
  ['SIGTERM to npm', npmGets('SIGTERM'), true],
  ['SIGKILL of npm', npmGets('SIGKILL'), true],
  ['SIGTERM to the supervisor', supervisorGets('SIGTERM'), true],
  ['the end of the terminal', supervisorGets('SIGHUP'), true],
  ['SIGKILL of the supervisor', supervisorGets('SIGKILL'), false],
] as const)('%s ends everything within 10 s, and the next start keeps the data', async (_, end, inOrder) => {
  const first = await run()
  await rm(join(folder, 'order.txt'), { force: true })
  end(first)
  if (inOrder) await expectGone(first)
  // A start at once waits for what a killed supervisor has left.
  const second = inOrder ? null : await run()
  if (second) await expectGone(first)
  if (inOrder) {
    expect(await readFile(join(folder, 'order.txt'), 'utf8')).toBe('web worker ')
    const log = await readFile(join(folder, '.frostline', 'logs', 'postgresql.log'), 'utf8')
    expect(log).not.toContain('was not properly shut down')
    return
  }
  if (!second) return
  expect(await countTrips(second)).toEqual([{ seeded: 1 }])
  second.npm.kill('SIGTERM')
  await expectGone(second)
})

test('a start while another one is ending waits for it', async () => {
  const first = await run()
  first.npm.kill('SIGTERM')
  await waitUntil(async () => (await first.output()).includes('Stopping'), 10_000)
  const second = await run()
  expect(await second.output()).toMatch(/waiting for process \d+, which is stopping/)
  await expectGone(first)
  expect(await countTrips(second)).toEqual([{ seeded: 1 }])
  second.npm.kill('SIGTERM')
  await expectGone(second)
})

test('it goes on without a terminal, when the shell that started it has ended', async () => {
  const first = await run('setsid', '--fork', 'nohup')
  if (first.npm.exitCode === null) await once(first.npm, 'exit')
  // Longer than the supervisor takes to see that its parent has ended.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(pidsOf(first).map((pid) => observeProcess(pid) !== null)).toEqual(pidsOf(first).map(() => true))
  process.kill(first.supervisor, 'SIGTERM')
  await expectGone(first)
})
