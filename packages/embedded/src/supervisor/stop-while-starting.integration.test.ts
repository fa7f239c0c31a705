import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observeParent, observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import { makeStarterFolder, type StarterFolder, spawnStart } from './testing-starter.ts'

let starter: StarterFolder
let starts = 0

beforeAll(async () => {
  starter = await makeStarterFolder()
})
afterAll(() => starter?.remove())

const listProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => observeProcess(Number(name)))
    .filter((seen) => seen !== null)

/** Every process that names the folder, and that the supervisor has started. */
function listOurs() {
  const all = listProcesses()
  const supervisor = all.find(({ command }) => command.includes(`${starter.path}/start.mts`))?.pid
  // The guard of a test's folder names it as well, and waits for the others.
  return all.filter(
    ({ pid, command }) =>
      (command.includes(`${starter.path}/`) && !command.startsWith('sh ')) ||
      observeParent(pid) === supervisor,
  )
}

// In start order: the folder keeps what was made before. Engines are frozen as soon as they are seen.
test.each([
  [
    'the first start makes engines',
    { frozen: ['bin/initdb ', 's3-store', '/clickhouse/shard-1-replica-1/'] },
  ],
  ['the database starts', { frozen: ['bin/postgres -D'] }],
  ['the set-up runs', { hanging: ['setup'] }],
  ['worker and web start', { hanging: ['worker', 'web'] }],
] as const)('a stop while %s ends everything within 10 s, even if that hangs', async (_, which) => {
  const { frozen, hanging } = { frozen: [], hanging: [], ...which }
  starts += 1
  const log = join(starter.path, `start-${starts}.txt`)
  const said = () => readFile(log, 'utf8').catch(() => '')
  const npm = spawnStart(starter.path, { log, command: ['npm', 'start'], env: { HANG: hanging.join(' ') } })
  const awaited = new Set([...frozen, ...hanging.map((name) => `/${name}.mjs`)])
  const allSeen = () => {
    for (const { pid, command } of listOurs()) {
      const seen = [...awaited].find((words) => command.includes(words))
      if (seen === undefined) continue
      awaited.delete(seen)
      if (frozen.some((words) => words === seen)) process.kill(pid, 'SIGSTOP')
    }
    return awaited.size === 0
  }
  expect(await waitUntil(allSeen, 60_000, 5), `not ${[...awaited]}: ${await said()}`).toBe(true)

  npm.kill('SIGTERM')
  await waitUntil(() => listOurs().length === 0, 10_000)
  const left = listOurs()
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
  expect(
    left.map(({ command }) => command),
    await said(),
  ).toEqual([])
})
