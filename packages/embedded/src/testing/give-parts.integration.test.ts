import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../../../scripts/give-parts.mjs', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'give-parts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const left = async () => (await readdir(folder)).filter((name) => name.startsWith('frostline-given-'))

test.each([
  ['SIGTERM once its parts are up', 'parts', 'SIGTERM'],
  ['SIGTERM while they start', 'folder', 'SIGTERM'],
  ['SIGKILL', 'parts', 'SIGKILL'],
] as const)('the parts that it starts leave no folder behind: %s', async (_, moment, signal) => {
  const giver = spawn(process.execPath, [program, '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  })
  let said = ''
  giver.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  const ended = new Promise((resolve) => giver.once('close', resolve))
  try {
    const timeout = 120_000
    await expect.poll(left, { timeout, interval: 20 }).toHaveLength(1)
    if (moment === 'parts')
      await expect.poll(() => said, { timeout }).toContain('FROSTLINE_TEST_CLICKHOUSE_PASSWORD')
    giver.kill(signal)
    await ended
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
  } finally {
    giver.kill('SIGTERM')
    await ended
  }
})
