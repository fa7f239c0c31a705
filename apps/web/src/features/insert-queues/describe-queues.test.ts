import { expect, it } from 'vitest'
import { describeQueues } from './describe-queues.ts'

const totals = { files: 0n, bytes: 0n, brokenFiles: 0n }
const coverage = { complete: true, missingNodes: [] as string[] }
const away = { ...coverage, complete: false, missingNodes: ['n2', 'n3'] }

it('reports that all has arrived only when every node was read', () => {
  expect(describeQueues({ totals, coverage })).toBe('All rows have reached their shard.')
  expect(describeQueues({ totals, coverage: away })).toBe(
    'Nothing is queued on the nodes that responded. Unknown on n2, n3, which did not respond.',
  )
  expect(describeQueues({ totals: { ...totals, files: 2n, bytes: 1024n }, coverage: away })).toBe(
    '2 files, 1.00 KiB queued. Unknown on n2, n3, which did not respond.',
  )
})

it('does not count rows that were set aside as arrived', () => {
  expect(describeQueues({ totals: { ...totals, brokenFiles: 1n }, coverage })).toBe(
    'Nothing queued. 1 file set aside: their rows have not reached their shard.',
  )
})
