import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'

const runToEnd = JSON.stringify(fileURLToPath(new URL('../../../../scripts/run-to-end.mjs', import.meta.url)))

/** A runner with a program below it that has started another one, as npm test has npx, Vitest and its workers. */
async function start(env: Readonly<Record<string, string>> = {}) {
  const runner = `import { runToEnd } from ${runToEnd}
    console.log(process.pid)
    await runToEnd(['sh', '-c', 'sleep 300 & echo $!; echo $$; wait'], { stdio: ['ignore', 'inherit', 'inherit'] })`
  // A parent that waits, as npm does.
  const parent = spawn(
    'sh',
    ['-c', '"$@"; exit 0', 'sh', process.execPath, '--input-type=module', '-e', runner],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    },
  )
  let said = ''
  parent.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  await waitUntil(() => said.trim().split('\n').length === 3, 20_000)
  const pids = said.trim().split('\n').map(Number)
  expect(pids.map((pid) => observeProcess(pid) !== null)).toEqual([true, true, true])
  return { parent, runner: pids[0] ?? 0, pids }
}

test.each([
  ['SIGINT to it', 'runner', 'SIGINT'],
  ['SIGTERM to it', 'runner', 'SIGTERM'],
  ['SIGKILL of it', 'runner', 'SIGKILL'],
  ['SIGKILL of what started it', 'parent', 'SIGKILL'],
] as const)('a run of tests or builds ends as a whole on %s', async (_, target, signal) => {
  const { parent, runner, pids } = await start({ FROSTLINE_END_WITH_PARENT: '1' })
  if (target === 'parent') parent.kill(signal)
  else process.kill(runner, signal)
  const left = () => pids.filter((pid) => observeProcess(pid) !== null)
  await waitUntil(() => left().length === 0, 60_000)
  expect(left()).toEqual([])
  parent.kill('SIGKILL')
})

test('a run ends as a whole when it is killed as soon as its program starts', async () => {
  const runner = `import { runToEnd } from ${runToEnd}
    await runToEnd(['sh', '-c', 'kill -s KILL $PPID; echo $$; exec sleep 300'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  await waitUntil(() => said.endsWith('\n'), 20_000)
  const program = Number(said)
  expect(program).toBeGreaterThan(1)
  expect(await waitUntil(() => observeProcess(program) === null, 60_000)).toBe(true)
})

test('a run of two at a time ends with the one that takes longer to end', async () => {
  const program = (said: string, trap: string) =>
    `['sh', '-c', 'trap "${trap}" TERM; echo ${said}; sleep 300 & wait']`
  const options = `{ stdio: ['ignore', 'inherit', 'inherit'] }`
  const runner = `import { runToEnd } from ${runToEnd}
    await Promise.all([
      runToEnd(${program('first', 'exit 0')}, ${options}),
      runToEnd(${program('second', 'sleep 1; echo in order; exit 0')}, ${options}),
    ])
    await runToEnd(['echo', 'one more'], ${options})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', runner], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  await waitUntil(() => said.includes('first') && said.includes('second'), 20_000)
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))
  child.kill('SIGTERM')
  expect(await ended).toBe('SIGTERM')
  expect(said).toContain('in order')
  expect(said).not.toContain('one more')
})
