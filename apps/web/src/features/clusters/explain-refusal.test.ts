import { expect, it } from 'vitest'
import { explainRefusal } from './explain-refusal.ts'

it('names nodes as the form does', () => {
  expect(explainRefusal('nodes.0.url: The address has no host. nodes.11: Given twice.')).toBe(
    'Node 1: The address has no host. Node 12: Given twice.',
  )
})
