import { runTransitions } from '@frostline/domain'
import { expect, it } from 'vitest'
import { describeTransition } from './describe-transition.ts'

it('distinguishes every transition from its request', () => {
  expect(describeTransition({ order: 'pause', to: 'pausing' })).toBe('Pause requested')
  expect(describeTransition({ order: 'stop', to: 'paused' })).toBe('Paused')
  expect(describeTransition({ order: 'cancel', to: 'cancelled' })).toBe('Cancelled')
  expect(describeTransition({ order: 'begin', to: 'running' })).toBe('Picked up')
})

it('has words for all of them', () => {
  for (const [order, { to }] of Object.entries(runTransitions))
    for (const state of Object.values(to))
      expect(describeTransition({ order: order as 'pause', to: state })).toMatch(/^[A-Z][a-z ]+$/)
})
