import { expect, it } from 'vitest'
import { cutFormat, replaySettings } from './replay.ts'

it.each([
  ['SELECT 1\nFORMAT JSON', 'SELECT 1'],
  [
    "SELECT 'FORMAT JSON' AS x, `FORMAT`\nSETTINGS max_threads = 1\nFORMAT TSV",
    "SELECT 'FORMAT JSON' AS x, `FORMAT`\nSETTINGS max_threads = 1",
  ],
  ['SELECT (SELECT 1)', 'SELECT (SELECT 1)'],
])('%s', (text, without) => {
  expect(cutFormat(text)).toBe(without)
})

it('enforces the limits against user settings', () => {
  const limits = { caches: 'bypass', maxSeconds: 5, maxMemoryBytes: 1_000n, threads: 0 } as const
  const settings = [
    { name: 'max_execution_time', value: '0' },
    { name: 'max_block_size', value: '10' },
  ]
  expect(replaySettings({ ...limits, keepSettings: false, settings })).toMatchObject({
    ...{ readonly: '1', max_execution_time: 5, max_memory_usage: '1000', max_block_size: '10' },
    enable_filesystem_cache: 0,
  })
  expect(replaySettings({ ...limits, keepSettings: true, settings: [] }).readonly).toBe('2')
})
