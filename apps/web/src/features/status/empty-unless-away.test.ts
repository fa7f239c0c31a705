import { expect, it } from 'vitest'
import { emptyUnlessAway } from './empty-unless-away.ts'

const empty = { title: 'No tables', children: 'This cluster has no table yet.' }

it('shows that there is nothing only when every node was read', () => {
  expect(emptyUnlessAway({ missingNodes: [] }, empty)).toEqual(empty)
  expect(emptyUnlessAway({ missingNodes: ['a', 'b'] }, empty)).toEqual({
    title: 'No tables on the nodes that answered',
    children: 'Unknown: a, b. See Nodes for the reason.',
  })
})
