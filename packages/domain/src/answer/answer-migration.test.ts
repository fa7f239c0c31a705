import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrationStatuses } from '../tier-migration/migration-status.ts'
import { stepActivities, waitsForTurn } from '../tier-migration/progress.ts'
import {
  type AnsweredStep,
  answerMigration,
  answerPlan,
  describeWait,
  groupWaits,
} from './answer-migration.ts'
import { bytes, count, expectSentence, sizesOf } from './testing/answer-figures.ts'
import { answerText } from './words.ts'

const step: fc.Arbitrary<AnsweredStep> = fc.record({
  status: fc.constantFrom('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped'),
  nodeName: fc.constantFrom('shard-1', 'shard-2', 'shard-3', 'shard-4'),
  activity: fc.option(fc.constantFrom(...stepActivities)),
  waitReason: fc.option(fc.constantFrom('The store is slow.', 'A merge is running.', waitsForTurn)),
  proof: fc.option(fc.constantFrom('identical', 'merged', 'changed', 'incomplete')),
  deepCheckVerdict: fc.option(fc.constantFrom('passed', 'failed')),
})

describe('answerPlan', () => {
  const plan = {
    ...{ accepted: true, checks: [], parts: 18, bytes: 1024n, steps: 3, target: 'cold' },
    duration: { fastMs: 60_000, slowMs: 120_000 },
  }

  it('says what moves, where, and how long it takes', () => {
    expect(answerText(answerPlan(plan))).toBe(
      '18 parts (1.00 KiB) would move to cold in 3 steps; it takes 60.0 s to 120.0 s.',
    )
    expect(answerText(answerPlan({ ...plan, duration: null, checks: [{ outcome: 'warning' }] }))).toBe(
      '18 parts (1.00 KiB) would move to cold in 3 steps; how long it takes is not known yet; 1 check warns.',
    )
    expect(answerText(answerPlan({ ...plan, accepted: false, checks: [{ outcome: 'blocking' }] }))).toBe(
      'The plan cannot start: 1 check blocks it.',
    )
  })
})

describe('answerMigration', () => {
  const run = {
    ...{ status: 'running' as const, waitReason: null, isCheck: false, target: 'cold', leftMs: null },
    ...{ movedParts: 1, movedBytes: 1024n, totalParts: 2, totalBytes: 2048n },
  }
  const idle = {
    status: 'running',
    activity: null,
    waitReason: null,
    proof: null,
    deepCheckVerdict: null,
  } as const
  const held = (nodeName: string, waitReason: string) =>
    ({ ...idle, nodeName, activity: 'held', waitReason }) as const

  it('waits in one line, however many steps and lanes wait', () => {
    const steps = [
      held('shard-1', 'The store is slow: 2 s.'),
      held('shard-1', 'The store is slow: 13 s.'),
      held('shard-2', 'The store is slow: 1 s.'),
      held('shard-2', 'A merge is running.'),
      { ...idle, nodeName: 'shard-1', activity: 'ready', waitReason: waitsForTurn } as const,
    ]
    expect(answerText(answerMigration({ ...run, steps }))).toBe(
      '1.00 KiB of 2.00 KiB arrived on cold; it waits: shard-1, shard-2: The store is slow: 2 s, and 1 other reason.',
    )
    expect(describeWait(steps.slice(4))).toBeNull()
  })

  it('says why a queued one waits', () => {
    const queued = { ...run, status: 'queued' as const, steps: [], movedBytes: 0n }
    expect(answerText(answerMigration(queued))).toBe(
      '0 B of 2.00 KiB arrived on cold; it waits for a worker.',
    )
    const held = { ...queued, waitReason: 'The approval of 1 person is missing (rule “Large moves”).' }
    expect(answerText(answerMigration(held))).toBe(
      '0 B of 2.00 KiB arrived on cold; it waits: The approval of 1 person is missing (rule “Large moves”).',
    )
  })

  it('says before the start that nothing has moved', () => {
    const steps = [{ ...idle, nodeName: 'shard-1', status: 'planned' } as const]
    expect(answerText(answerMigration({ ...run, status: 'planned', steps }))).toBe(
      'Nothing has moved: 2 parts (2.00 KiB) would move to cold in 1 step after the start.',
    )
  })

  it('is green only when every step is proved identical', () => {
    const done = { ...idle, nodeName: 'a', status: 'completed', proof: 'identical' } as const
    const end = (steps: readonly AnsweredStep[]) => answerMigration({ ...run, status: 'completed', steps })
    expect(end([done]).tone).toBe('ok')
    expect(answerText(end([done]))).toBe(
      'All 2 parts (2.00 KiB) arrived on cold; 1 of 1 step has the same parts, rows, bytes and hashes before and after.',
    )
    expect(end([done, { ...done, proof: 'changed' }]).tone).toBe('warn')
    expect(answerText(end([done, { ...done, status: 'skipped', proof: null }]))).toContain(
      '1 step arrived on cold, 1 was skipped',
    )
  })

  it('is a sentence with only figures of the run in every state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...migrationStatuses),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        bytes,
        bytes,
        count,
        (status, isCheck, steps, movedBytes, totalBytes, totalParts) => {
          const answer = answerMigration({
            ...{ status, waitReason: null, isCheck, steps, movedBytes, totalBytes, totalParts },
            ...{ movedParts: 0, target: 'cold', leftMs: null },
          })
          expectSentence(answer)
          for (const size of sizesOf(answer)) expect([movedBytes, totalBytes]).toContain(size)
          expect(answer.tone === 'danger').toBe(status === 'failed')
          const waits = groupWaits(steps)
          expect(waits.reduce((all, wait) => all + wait.steps, 0)).toBe(
            steps.filter(({ activity, waitReason }) => activity === 'held' && waitReason !== null).length,
          )
        },
      ),
    )
  })
})
