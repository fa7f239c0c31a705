import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { emptyWarmup, warmupForm } from './warmup-draft.ts'

const read = (draft: typeof emptyWarmup, nodes: string[]) => readForm(warmupForm, { ...draft, nodes })
const whole = { ...emptyWarmup, database: 'demo', table: 'trips' }

it('leaves out what was not selected', () => {
  expect(read(whole, ['a', 'b'])).toEqual({
    faults: {},
    value: {
      bytesPerSecond: null,
      spec: {
        ...{ database: 'demo', table: 'trips', partitions: { kind: 'newest', count: 3 }, threads: 2 },
        ...{ columns: null, where: null, nodes: null, replicas: 'all', measured: null },
      },
    },
  })
})

it('names nodes, columns and partitions where some are chosen', () => {
  const draft = {
    ...whole,
    ...{ columns: new Set(['id']), partitionsKind: 'chosen' as const, chosen: new Set(['202601']) },
    ...{
      replicas: 'chosen' as const,
      unchosenNodes: new Set(['a']),
      query: ' SELECT 1 ',
      mebibytesPerSecond: '2',
    },
  }
  expect(read(draft, ['a', 'b'])).toMatchObject({
    value: {
      bytesPerSecond: 2_097_152,
      spec: {
        ...{ columns: ['id'], nodes: ['b'], measured: { node: null, query: 'SELECT 1' } },
        partitions: { kind: 'chosen', ids: ['202601'] },
      },
    },
  })
})

it('names the selected nodes even if all are: others may be unreachable', () => {
  const nodesOf = (replicas: 'all' | 'one' | 'chosen') => {
    const { value } = read({ ...whole, replicas }, ['a', 'b'])
    return [value?.spec.replicas, value?.spec.nodes]
  }
  expect([nodesOf('all'), nodesOf('one'), nodesOf('chosen')]).toEqual([
    ['all', null],
    ['one', null],
    ['all', ['a', 'b']],
  ])
})

it('measures on the selected node, if it has the table', () => {
  const measuredOn = (queryNode: string) =>
    read({ ...whole, query: 'SELECT 1', queryNode }, ['a', 'b']).value?.spec.measured?.node
  expect([measuredOn('b'), measuredOn('gone')]).toEqual(['b', null])
})

it('reports faults by field', () => {
  const draft = {
    ...emptyWarmup,
    ...{ columns: new Set<string>(), newest: '0', threads: '17', mebibytesPerSecond: 'x' },
    ...{ replicas: 'chosen' as const, unchosenNodes: new Set(['a']) },
  }
  expect(read(draft, ['a'])).toEqual({
    value: null,
    faults: {
      table: 'Choose a table.',
      columns: 'Choose at least one column.',
      newest: 'From 1 to 10,000.',
      unchosenNodes: 'Choose at least one node.',
      threads: 'From 1 to 16.',
      mebibytesPerSecond: 'Enter a number from 1 to 1,000,000, or leave it empty.',
    },
  })
  expect(read({ ...whole, database: '' }, [])).toMatchObject({
    faults: { table: 'Choose a table.' },
  })
  expect(read({ ...whole, where: 'x'.repeat(10_001) }, [])).toMatchObject({
    value: null,
    faults: { where: expect.any(String) },
  })
  expect(read({ ...whole, partitionsKind: 'chosen' }, [])).toMatchObject({
    faults: { chosen: 'Choose at least one partition.' },
  })
})
