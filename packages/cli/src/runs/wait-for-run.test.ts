import { describe, expect, it } from 'vitest'
import { openSession } from '../session.ts'
import { fakeIo, json, unreachable } from '../testing/fake-io.ts'
import type { Run } from './read-run.ts'
import { renderProgress, waitForRun } from './wait-for-run.ts'

const id = '0198c1de-0000-7000-8000-000000000000'
const run = {
  ...{ id, kind: 'tier-migration', name: 'demo.trips', status: 'running', progress: 0.5 },
  ...{ waitReason: null, pausedBy: null, error: null },
} as Run
const page = (change: Partial<Run>) => json({ runs: [{ ...run, ...change }], next: null })

/** The answers in their order; the last one repeats. */
function wait(
  answers: (() => Response | Promise<Response>)[],
  options: { timeout?: string; interruptAfterMs?: number } = {},
) {
  let next = 0
  const io = fakeIo(() => {
    const answer = answers[Math.min(next, answers.length - 1)]
    next += 1
    return answer?.() ?? unreachable()
  }, options)
  return { io, ended: waitForRun(openSession(io, {}), id, options) }
}

describe('waitForRun', () => {
  it('returns the run when it has ended, and prints nothing without a terminal', async () => {
    const { io, ended } = wait([
      () => page({}),
      () => page({ progress: 0.9 }),
      () => page({ status: 'completed' }),
    ])
    expect((await ended).status).toBe('completed')
    expect([io.outs, io.notes]).toEqual([[], []])
  })

  it('says once why it waits', async () => {
    const waiting = () => page({ status: 'waiting', waitReason: 'Outside of its window.' })
    const { io, ended } = wait([waiting, waiting, () => page({ status: 'cancelled' })])
    expect((await ended).status).toBe('cancelled')
    expect(io.notes).toEqual(['Tier migration of demo.trips is waiting: Outside of its window.'])
  })

  it('waits for a console that is restarted', async () => {
    const down = Array.from({ length: 20 }, () => unreachable)
    const { ended } = wait([
      () => page({}),
      ...down,
      () => json({ code: 'X', message: 'Down.' }, 503),
      () => page({ status: 'failed' }),
    ])
    expect((await ended).status).toBe('failed')
  })

  it('gives up after five minutes without an answer, and says that the run continues', async () => {
    const { ended } = wait([() => page({}), unreachable])
    await expect(ended).rejects.toMatchObject({
      exit: 'unreachable',
      hint: expect.stringContaining('The run continues.'),
    })
  })

  it('does not wait for a run that is not there, or one that it may not see', async () => {
    await expect(wait([() => json({ runs: [], next: null })]).ended).rejects.toMatchObject({ exit: 'failed' })
    const refused = () => json({ code: 'UNAUTHORIZED', message: 'No.', hint: null }, 401)
    await expect(wait([refused]).ended).rejects.toMatchObject({ exit: 'refused' })
  })

  it('ends at its time limit or when it is interrupted, and the run continues', async () => {
    const hint = expect.stringContaining(`frostline logs -f ${id}`)
    await expect(wait([() => page({})], { timeout: '10s' }).ended).rejects.toMatchObject({
      exit: 'timeout',
      hint,
    })
    const interrupted = wait([() => page({})], { interruptAfterMs: 3_000 })
    await expect(interrupted.ended).rejects.toMatchObject({ exit: 'interrupted', hint })
  })
})

it('draws progress only where it is known', () => {
  expect(renderProgress(run, 65_000)).toBe('[============            ] 50 %  running  1 m 05 s')
  expect(renderProgress({ ...run, progress: null, status: 'queued' }, 1_000)).toBe('queued  1.0 s')
})
