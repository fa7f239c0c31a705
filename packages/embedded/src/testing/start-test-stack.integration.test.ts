import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { observeProcess } from '../process/identity.ts'
import { waitUntil } from '../process/wait-until.ts'

const PROGRAM = `
  import { startTestStack } from ${JSON.stringify(fileURLToPath(new URL('./start-test-stack.ts', import.meta.url)))}
  const { dataDir, embedded } = await startTestStack({ postgres: true, embeddedOnly: true, embeddedStore: true })
  const pids = [embedded.clickhouse.nodes[0]?.pid, embedded.store.pid, embedded.postgres.pid]
  console.log('READY ' + JSON.stringify({ dataDir, pids }))
  setInterval(() => {}, 1000)`

test('a killed test run leaves no process and no folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frostline-killed-run-'))
  try {
    await writeFile(join(folder, 'run.mts'), PROGRAM)
    const run = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(folder, 'run.mts')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    run.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
    })
    const ready = () => /^READY (.*)$/m.exec(said)?.[1]
    await waitUntil(() => ready() !== undefined || run.exitCode !== null, 50_000)
    const { dataDir, pids } = JSON.parse(ready() ?? '') as { dataDir: string; pids: number[] }
    expect(pids.map((pid) => observeProcess(pid) !== null)).toEqual([true, true, true])
    run.kill('SIGKILL')
    await once(run, 'exit')
    expect(await waitUntil(() => pids.every((pid) => observeProcess(pid) === null), 20_000)).toBe(true)
    expect(await waitUntil(() => !existsSync(dataDir), 20_000)).toBe(true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
