import { describe, expect, it } from 'vitest'
import { describeBatch, describeStep } from '../runs/read-log.ts'
import { runKinds } from '../runs/read-run.ts'
import { usedOperations } from '../testing/used-operations.ts'
import { chooseFormat, findSource } from './load.ts'
import { mapByName } from './map-by-name.ts'
import { operationFor } from './orders.ts'
import { describeState } from './pipelines.ts'
import { renderTables } from './tables.ts'

describe('orders of runs', () => {
  it('are operations of the API for every kind', () => {
    for (const kind of runKinds)
      for (const order of ['pause', 'resume', 'cancel', 'retry'] as const) {
        const operation = operationFor(kind, order)
        if (operation !== undefined) expect(usedOperations).toContain(operation)
      }
    expect(operationFor('benchmark', 'pause')).toBe(undefined)
    expect(operationFor('tier-migration', 'pause')).toBe('POST /tier-migrations/{id}/pause')
  })
})

describe('a load', () => {
  it('maps the columns that both have and that can be written', () => {
    const target = [
      { name: 'id', defaultKind: '' },
      { name: 'day`s', defaultKind: 'DEFAULT' },
      { name: 'sum', defaultKind: 'MATERIALIZED' },
      { name: 'extra', defaultKind: '' },
    ]
    expect(
      mapByName([{ name: 'id' }, { name: 'day`s' }, { name: 'sum' }, { name: 'other' }], target),
    ).toEqual([
      { column: 'id', expression: '`id`' },
      { column: 'day`s', expression: '`day\\`s`' },
    ])
  })
  it('finds the source and the only bucket, or says which there are', () => {
    const sources = [
      { id: '1', name: 'landing', buckets: ['a', 'b'] },
      { id: '2', name: 'archive', buckets: ['c'] },
    ]
    expect(findSource(sources, 'archive', undefined)).toEqual({ id: '2', bucket: 'c' })
    expect(findSource(sources, 'landing', 'b')).toEqual({ id: '1', bucket: 'b' })
    expect(() => findSource(sources, 'landing', undefined)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('a, b') }),
    )
    expect(() => findSource(sources, 'x', undefined)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('landing, archive') }),
    )
  })
  it('takes the format of the objects only if it is one', () => {
    const parquet = { format: 'Parquet', compression: 'none', objects: 3 } as const
    const csv = { format: 'CSV', compression: 'gzip', objects: 1 } as const
    expect(chooseFormat([parquet], {})).toEqual({ format: 'Parquet', compression: 'none' })
    expect(chooseFormat([csv], { format: 'CSVWithNames' })).toEqual({
      format: 'CSVWithNames',
      compression: 'gzip',
    })
    expect(() => chooseFormat([parquet, csv], {})).toThrow('several formats')
    expect(() => chooseFormat([{ ...parquet, format: null }], {})).toThrow('not clear')
  })
})

it('says why a pipeline does not run', () => {
  const active = { enabled: true, stoppedReason: null, pausedBy: null, lookError: null }
  expect(describeState(active)).toBe('active')
  expect(describeState({ ...active, enabled: false, pausedBy: 'ann' })).toBe('paused by ann')
  expect(describeState({ ...active, stoppedReason: 'Three failures.' })).toBe('stopped: Three failures.')
  expect(describeState({ ...active, lookError: 'Timeout.' })).toBe('source unreachable: Timeout.')
})

it('shows figures without a node as a least, and unknown ones never as zero', () => {
  const tiers = { hot: { parts: '1', rows: '1', bytes: '1024' }, cold: { parts: '0', rows: '0', bytes: '0' } }
  const tables = [
    {
      database: 'lab',
      table: 'trips',
      engine: 'MergeTree',
      storagePolicy: 'tiered',
      tiers,
      totalBytes: '1024',
      logical: null,
      partitions: 2,
    },
    {
      database: 'lab',
      table: 'view',
      engine: 'View',
      storagePolicy: null,
      tiers: null,
      totalBytes: null,
      logical: null,
      partitions: null,
    },
  ]
  const answer = {
    observedAt: '2026-04-01T00:00:00Z',
    data: { tables, total: 2, coverage: { complete: false, missingNodes: ['n2'] } },
  }
  const [, trips, view] = renderTables(answer as never).split('\n')
  expect(trips).toMatch(/^lab\.trips +MergeTree +tiered +≥ 1\.00 KiB +≥ 0 B +≥ 1\.00 KiB +– +2$/)
  expect(view).toMatch(/^lab\.view +View +– +– +– +– +– +–$/)
})

it('logs the start and the end of steps and batches', () => {
  const step = {
    ordinal: 2,
    partition: '202401',
    nodeName: 'n1',
    startedAt: '2026-04-01T00:00:00Z',
    finishedAt: null,
  }
  expect(describeStep(step as never).map(({ text }) => text)).toEqual(['step 2 (202401 on n1) started'])
  const ended = {
    ...step,
    finishedAt: '2026-04-01T00:01:00Z',
    status: 'completed',
    movedParts: 3,
    movedBytes: '2048',
    proof: 'identical',
    deepCheckVerdict: 'passed',
    error: null,
    endReason: null,
  }
  expect(describeStep(ended as never).at(-1)?.text).toBe(
    'step 2 (202401 on n1) completed, 3 parts, 2.00 KiB, proof: identical, deep check passed',
  )
  const batch = {
    ordinal: 0,
    files: 1,
    sizeBytes: '1024',
    rows: '5',
    startedAt: step.startedAt,
    loadedAt: null,
    finishedAt: step.startedAt,
    status: 'failed',
    error: 'No.',
  }
  expect(describeBatch(batch as never).map(({ text }) => text)).toEqual([
    'batch 0 (1 object, 1.00 KiB) started',
    'batch 0 (1 object, 1.00 KiB) failed: No.',
  ])
})
