import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { observeParent, observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Endpoints } from './endpoints.ts'
import { makeStarterFolder, type StarterFolder, spawnStart } from './testing-starter.ts'
import { listPids, readEndpoints } from './testing-supervisor.ts'

let starter: StarterFolder
let folder: string
let starts = 0

beforeAll(async () => {
  starter = await makeStarterFolder()
  folder = starter.path
})
afterAll(() => starter?.remove())

interface Run {
  readonly npm: ChildProcess
  readonly supervisor: number
  readonly endpoints: Endpoints
  readonly output: () => Promise<string>
}

/** @param commandOf `npm start`, or what runs it and redirects its output to a file. */
async function run(
  commandOf: (log: string) => readonly string[] = () => ['npm', 'start'],
  env = {},
): Promise<Run> {
  starts += 1
  await rm(join(folder, 'worker-url.txt'), { force: true })
  const log = join(folder, `start-${starts}.txt`)
  const npm = spawnStart(folder, { log, command: commandOf(log), env })
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

const CLOSED = 'a closed terminal'
const inTerminal = (line: string) => ['script', '-qefc', line, '/dev/null']

test.each([
  ['SIGINT to npm', npmGets('SIGINT'), true],
  ['SIGTERM to npm', npmGets('SIGTERM'), true],
  ['SIGKILL of npm', npmGets('SIGKILL'), true],
  ['SIGTERM to the supervisor', supervisorGets('SIGTERM'), true],
  // Of `script`, which holds it.
  [CLOSED, npmGets('SIGKILL'), true],
  ['SIGKILL of the supervisor', supervisorGets('SIGKILL'), false],
] as const)(
  '%s ends everything within 10 s, and the next start keeps the data',
  async (name, end, inOrder) => {
    const first = await run(name === CLOSED ? () => inTerminal('npm start') : undefined)
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
  },
)

test('a start while another one is ending waits for it', async () => {
  // Long enough that another start meets the shutdown of this one.
  const first = await run(undefined, { END_AFTER_MS: '2500' })
  first.npm.kill('SIGTERM')
  await waitUntil(async () => (await first.output()).includes('Stopping'), 10_000)
  const second = await run()
  expect(await second.output()).toMatch(/waiting for process \d+, which is stopping/)
  await expectGone(first)
  expect(await countTrips(second)).toEqual([{ seeded: 1 }])
  second.npm.kill('SIGTERM')
  await expectGone(second)
})

test('with nohup it continues when its terminal is closed, until it is told to stop', async () => {
  const first = await run((log) => inTerminal(`nohup npm start >> '${log}' 2>&1`))
  const npm = observeParent(first.supervisor)
  first.npm.kill('SIGKILL')
  expect(await waitUntil(() => observeProcess(npm) === null, 10_000)).toBe(true)
  // Longer than the supervisor takes to notice that its parent has ended.
  await sleep(1500)
  expect(pidsOf(first).map((pid) => observeProcess(pid) !== null)).toEqual(pidsOf(first).map(() => true))
  process.kill(first.supervisor, 'SIGTERM')
  await expectGone(first)
})
