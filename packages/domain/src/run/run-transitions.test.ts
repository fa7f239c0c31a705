import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
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

describe('the transition table', () => {
  it('has each state open or ended', () => {
    expect([...openRunStatuses, ...endedRunStatuses].toSorted()).toEqual(runStatuses.toSorted())
  })

  it('begins a new generation wherever a run goes back to a worker', () => {
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

  it('leaves a completed run for good, unless it is reverted', () => {
    for (const order of orders)
      expect(nextRunStatus(order, 'completed')).toBe(order === 'revert' ? 'queued' : null)
  })

  it('never loses an order to stop: only its effect, an end or a stronger one follows', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { maxLength: 30 }), (given) => {
        let status = 'running' as (typeof runStatuses)[number]
        for (const order of given) {
          const next = nextRunStatus(order, status)
          if (next === null) continue
          if (status === 'pausing')
            expect(['pausing', 'paused', 'cancelling', 'completed', 'failed']).toContain(next)
          if (status === 'cancelling')
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
        fc.boolean(),
        fc.boolean(),
        (status, isDone, isFaulty) => {
          expect(nextRunStatus(endOrderOf(status, { isDone, isFaulty }), status)).not.toBeNull()
        },
      ),
    )
  })

  it('completes what is done although a stop was asked for, and never what has a fault', () => {
    fc.assert(
      fc.property(aStatus, fc.boolean(), (status, isDone) => {
        expect(endOrderOf(status, { isDone, isFaulty: true })).toBe('fail')
        expect(endOrderOf(status, { isDone: true, isFaulty: false })).toBe('complete')
      }),
    )
  })
})
