import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RunKind, runKinds } from './run-kinds.ts'
import {
  claimingStatuses,
  drivenRunStatuses,
  endedRunStatuses,
  liveRunStatuses,
  openRunStatuses,
  runStatuses,
} from './run-status.ts'
import {
  endOrderOf,
  nextRunStatus,
  type RunOrder,
  type RunTransition,
  runTransitions,
} from './run-transitions.ts'

const orders = Object.keys(runTransitions) as RunOrder[]
const transitions: Record<RunOrder, RunTransition> = runTransitions
const anOrder = fc.constantFrom(...orders)
const aStatus = fc.constantFrom(...runStatuses)

const heldOrEnded = ['waiting', ...endedRunStatuses]

describe('the transition table', () => {
  it('has each state open or ended', () => {
    expect([...openRunStatuses, ...endedRunStatuses].toSorted()).toEqual(runStatuses.toSorted())
  })

  it('starts a new generation wherever a run goes back to a worker', () => {
    for (const order of orders)
      for (const [from, to] of Object.entries(transitions[order].to)) {
        const comesBack = to === 'queued' || (order === 'recover' && from === to)
        expect([order, from, transitions[order].newGeneration === true]).toEqual([order, from, comesBack])
      }
  })

  it('lets a person stop whatever a worker has or will take', () => {
    for (const status of drivenRunStatuses)
      expect(status === 'cancelling' ? 'cancelling' : nextRunStatus('cancel', status)).toMatch(/^cancel/)
  })

  it('lets a worker end whatever it has, and recover or give up whatever is driven', () => {
    for (const status of liveRunStatuses) {
      expect(nextRunStatus('complete', status)).toBe('completed')
      expect(nextRunStatus('fail', status)).toBe('failed')
    }
    for (const status of drivenRunStatuses) {
      expect(nextRunStatus('recover', status)).toBe(status)
      expect(nextRunStatus('give-up', status)).toBe('failed')
    }
  })

  it('never reopens a completed run, unless it is reverted or one of its steps is retried', () => {
    for (const order of orders)
      expect(nextRunStatus(order, 'completed')).toBe(
        order === 'revert' || order === 'retry-step' ? 'queued' : null,
      )
  })

  it('never loses a stop request: only its effect, an end or a stronger request follows', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { maxLength: 30 }), (given) => {
        let status = 'running' as (typeof runStatuses)[number]
        for (const order of given) {
          const next = nextRunStatus(order, status)
          if (next === null) continue
          if (status === 'pausing')
            expect(['pausing', 'paused', 'cancelling', ...heldOrEnded]).toContain(next)
          // A kind that restores what it took does so in a new generation.
          if (status === 'cancelling' && order !== 'bring-back')
            expect(['cancelling', 'cancelled', 'completed', 'failed']).toContain(next)
          status = next
        }
      }),
    )
  })
})

describe('endOrderOf', () => {
  it('is an order that the state allows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...liveRunStatuses),
        fc.record({ isDone: fc.boolean(), isFaulty: fc.boolean(), isRestCancelled: fc.boolean() }),
        (status, end) => {
          expect(nextRunStatus(endOrderOf(status, end), status)).not.toBeNull()
        },
      ),
    )
  })

  it('completes finished work although a stop was requested, and never faulty work', () => {
    fc.assert(
      fc.property(aStatus, fc.boolean(), (status, isDone) => {
        expect(endOrderOf(status, { isDone, isFaulty: true })).toBe('fail')
        expect(endOrderOf(status, { isDone: true, isFaulty: false })).toBe('complete')
      }),
    )
  })
})

describe('claimingStatuses', () => {
  it('keeps the claim of whatever a worker has or will take', () => {
    for (const kind of Object.keys(runKinds) as RunKind[])
      expect(claimingStatuses(kind)).toEqual(expect.arrayContaining([...drivenRunStatuses]))
    expect(claimingStatuses('cache-warmup')).toContain('paused')
    expect(claimingStatuses('tier-migration')).not.toContain('paused')
    expect(claimingStatuses('cache-warmup')).not.toContain('failed')
    expect(claimingStatuses('orphan-removal')).toContain('failed')
  })
})
