import { expect, it } from 'vitest'
import { createRefusals, type Refusal } from './refusals.ts'

const refusal: Refusal = {
  ...{ reason: 'body-too-large', status: 413, method: 'POST', address: '192.0.2.1' },
  path: '/api/v1/x?password=hunter2',
}

it('counts every rejection, and logs a limited number per minute', () => {
  const lines: { unlogged: number }[] = []
  let now = 0
  const refusals = createRefusals({
    log: (line) => lines.push(line),
    now: () => now,
    maxLines: 3,
    windowMs: 60_000,
  })
  for (let each = 0; each < 10; each += 1) refusals.note(refusal)
  expect(lines).toHaveLength(3)
  now = 59_999
  refusals.note(refusal)
  expect(lines).toHaveLength(3)
  now = 60_000
  refusals.note({ ...refusal, status: 400, reason: 'malformed' })
  expect(lines.at(-1)).toMatchObject({ unlogged: 8, reason: 'malformed' })
  expect(refusals.count()).toEqual([
    { reason: 'body-too-large', status: 413, count: 11 },
    { reason: 'malformed', status: 400, count: 1 },
  ])
})

it('logs the client and the path, without the query and truncated', () => {
  const lines: Refusal[] = []
  const refusals = createRefusals({
    log: (line) => lines.push(line),
    now: () => 0,
    maxLines: 3,
    windowMs: 1,
  })
  refusals.note(refusal)
  refusals.note({ ...refusal, path: `/${'a'.repeat(20_000)}` })
  expect(lines[0]).toMatchObject({ path: '/api/v1/x', address: '192.0.2.1', method: 'POST' })
  expect(JSON.stringify(lines)).not.toContain('hunter2')
  expect(lines[1]?.path).toHaveLength(200)
})
