import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LoadStrategy } from './load-spec.ts'
import { planAttempt } from './plan-batches.ts'

const nodes = ['n1', 'n2', 'n3']
const landing = { database: 'lab', table: 't', nodes, replicated: false, carried: false }
const strategies: LoadStrategy[] = [
  { kind: 'single-node', node: 'n1' },
  { kind: 'split', nodes },
  { kind: 'cluster', cluster: 'c', initiator: 'n1' },
  { kind: 'reshard', cluster: 'c', initiator: 'n2', shardingKey: 'id' },
]
const file = fc.record({ key: fc.string({ minLength: 1 }), sizeBytes: fc.bigInt({ min: 0n, max: 1000n }) })

it('has each object read by exactly one statement, on a node that gets staging tables', () => {
  fc.assert(
    fc.property(
      fc.array(file, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...strategies),
      fc.boolean(),
      (files, strategy, oneByOne) => {
        const plan = planAttempt({ strategy, landing, badRows: { kind: 'fail' } }, files, oneByOne)
        const read = plan.statements.flatMap((statement) => statement.files)
        expect(new Set(read)).toEqual(new Set(files))
        expect(read).toHaveLength(files.length)
        for (const { nodeName, files: own, url } of plan.statements) {
          expect(plan.nodeNames).toContain(nodeName)
          if (oneByOne) expect(own).toHaveLength(1)
          const prefix = url.kind === 'under' ? url.prefix : url.key
          for (const { key } of own) expect(key.startsWith(prefix)).toBe(true)
        }
      },
    ),
  )
})

it('names one object by its key, and what only a pattern can name by what goes before it', () => {
  const urls = (keys: string[]) =>
    planAttempt(
      { strategy: { kind: 'single-node', node: 'n1' }, landing, badRows: { kind: 'fail' } },
      keys.map((key) => ({ key, sizeBytes: 1n })),
      false,
    ).statements.map(({ url }) => url)
  expect(urls(['a/b c.csv'])).toEqual([{ kind: 'object', key: 'a/b c.csv' }])
  expect(urls(['a/{b}.csv'])).toEqual([{ kind: 'under', prefix: 'a/' }])
  expect(urls(['a/1.csv', 'a/2.csv'])).toEqual([{ kind: 'under', prefix: 'a/' }])
})
