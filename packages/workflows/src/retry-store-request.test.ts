import type { StoreFailure } from '@frostline/object-store'
import { expect, it } from 'vitest'
import { retryStoreRequest } from './retry-store-request.ts'

const away: StoreFailure = { kind: 'unreachable', message: 'nobody there' }
const refused = (status: number): StoreFailure => ({
  kind: 'refused',
  code: 'x',
  status,
  message: `${status}`,
})

/** A run that is stopped after this many requests. */
function runFor(questions: number, answers: (StoreFailure | { kind: 'ok' })[]) {
  const told: (string | null)[] = []
  let left = questions
  const run = {
    stopped: async () => left <= 0,
    wait: async (_place: 'store', reason: string | null) => void told.push(reason),
  }
  const ask = async () => {
    left -= 1
    return answers.shift() ?? away
  }
  return { told, answer: retryStoreRequest(run, 'bucket', ask) }
}

it('returns what the store answers, rejections too, and clears the wait reason', async () => {
  for (const answer of [{ kind: 'ok' } as const, refused(403), refused(409), refused(501)]) {
    const { told, answer: given } = runFor(9, [answer])
    expect(await given).toEqual(answer)
    expect(told).toEqual([null])
  }
})

it('waits while the store is down or busy, with a reason, until it is stopped', async () => {
  for (const busy of [away, refused(429), refused(503)]) {
    const { told, answer } = runFor(1, [busy])
    expect(await answer).toBeNull()
    expect(told).toEqual([`The store does not answer for bucket: ${busy.message}`])
  }
})
