import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import { guardFolder } from './guard-folder.ts'

const watchStarter = fileURLToPath(new URL('../../../../scripts/watch-starter.mjs', import.meta.url))

let folder: string
let unguard: () => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frostline-hang-up-'))
  unguard = guardFolder(folder)
  const scripts = { start: `exec node ${join(folder, 'program.mjs')}` }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }))
  const program = `
    import { writeFileSync } from 'node:fs'
    import { watchStarter } from ${JSON.stringify(watchStarter)}
    watchStarter(() => process.exit(0))
    setInterval(() => {}, 1000)
    writeFileSync('pids.txt', process.ppid + ' ' + process.pid)`
  await writeFile(join(folder, 'program.mjs'), program)
})
afterAll(async () => {
  unguard()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** A terminal in which a shell runs this line. */
async function openTerminal(line: string) {
  await rm(join(folder, 'pids.txt'), { force: true })
  const { _, npm_lifecycle_event: __, ...env } = process.env
  const terminal = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...env, SHELL: '/bin/sh' },
  })
  const pids = await waitUntil(async () => {
    const said = await readFile(join(folder, 'pids.txt'), 'utf8').catch(() => '')
    return /^\d+ \d+$/.test(said) ? said.split(' ').map(Number) : null
  }, 30_000)
  if (!pids) throw new Error(`Nothing came of: ${line}`)
  const [npm = 0, program = 0] = pids
  return { npm, program, close: () => terminal.kill('SIGKILL') }
}

const isGone = (pid: number) => observeProcess(pid) === null

test('a closed terminal ends what was started in it', async () => {
  const { npm, program, close } = await openTerminal('npm start')
  close()
  expect(await waitUntil(() => isGone(npm) && isGone(program), 10_000)).toBe(true)
})

test.each([
  ['nohup in a terminal', 'nohup npm start'],
  ['nohup, by a shell that notes it', "bash -c 'nohup npm start < /dev/null > said.txt 2>&1; true'"],
  ['nohup around a script', "nohup sh -c 'npm start; true' < /dev/null > said.txt 2>&1"],
  ['nohup without npm', 'nohup node program.mjs'],
  ['setsid', 'setsid --fork npm start < /dev/null > said.txt 2>&1; sleep 60'],
])('with %s it continues when its terminal is closed, until it is told to stop', async (_, line) => {
  const { npm, program, close } = await openTerminal(line)
  close()
  // In a session of its own without a hang-up, or ended by the hang-up.
  if (line.includes('nohup') && line.includes('npm'))
    expect(await waitUntil(() => isGone(npm), 10_000)).toBe(true)
  // Longer than it takes to notice that its parent has ended.
  await sleep(1500)
  expect(isGone(program)).toBe(false)
  process.kill(program, 'SIGTERM')
  expect(await waitUntil(() => isGone(program), 10_000)).toBe(true)
})

// A shell stays: the end of a terminal's first process is a hang-up too.
test('with nohup too it ends with npm if there was no hang-up', async () => {
  const { npm, program, close } = await openTerminal('nohup npm start; sleep 60')
  process.kill(npm, 'SIGKILL')
  expect(await waitUntil(() => isGone(program), 10_000)).toBe(true)
  close()
})
