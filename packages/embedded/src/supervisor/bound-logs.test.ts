import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLogs } from './bound-logs.ts'

let logDir: string
beforeEach(() => {
  logDir = mkdtempSync(join(tmpdir(), 'frostline-logs-'))
})
afterEach(() => rmSync(logDir, { recursive: true }))

test('truncates a log that is too large under its writer and keeps the previous piece', async () => {
  const file = join(logDir, 'web.log')
  const writer = openSync(file, 'a')
  writeSync(writer, 'x'.repeat(100))
  await boundLogs(logDir, 50)
  writeSync(writer, 'after\n')
  closeSync(writer)
  expect(readFileSync(file, 'utf8')).toBe('after\n')
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('x'.repeat(100))
})

test('leaves small logs, and those that ClickHouse rotates itself', async () => {
  writeFileSync(join(logDir, 'worker.log'), 'small')
  appendFileSync(join(logDir, 'clickhouse-shard-1-replica-1.log'), 'y'.repeat(100))
  await boundLogs(logDir, 50)
  expect(readFileSync(join(logDir, 'worker.log'), 'utf8')).toBe('small')
  expect(readFileSync(join(logDir, 'clickhouse-shard-1-replica-1.log'), 'utf8')).toHaveLength(100)
})
