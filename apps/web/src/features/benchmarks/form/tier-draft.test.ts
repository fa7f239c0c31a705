import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { emptyTierDraft, suggest, type TierDraft, tierForm } from './tier-draft.ts'

const draft: TierDraft = {
  ...emptyTierDraft,
  ...{ node: 'n1', database: 'demo', table: 'trips', query: 'SELECT count() FROM demo.trips;' },
  ...{ partitions: new Set(['202601']), hotDisk: 'default', coldDisk: 'cold_cache' },
}

describe('a draft of a tier benchmark', () => {
  it('is what the domain accepts, with the table placeholder', () => {
    expect(readForm(tierForm, { ...draft, millionGets: '0.40' })).toMatchObject({
      value: {
        query: 'SELECT count() FROM {table}',
        data: { kind: 'copies', partitions: ['202601'], hotDisk: 'default', coldDisk: 'cold_cache' },
        tiers: ['hot', 'cold', 'cache-first', 'cache-second'],
        ...{ runs: 5, maxSeconds: 120, threads: 0, centsPerMillionGets: 40 },
      },
    })
  })

  it.each<[Partial<TierDraft>, string]>([
    [{ query: '' }, 'query'],
    [{ query: 'SELECT 1' }, 'query'],
    [{ query: `SELECT '${'x'.repeat(100_000)}' FROM {table}` }, 'query'],
    [{ database: '' }, 'query'],
    [{ partitions: new Set() }, 'partitions'],
    [{ tiers: new Set() }, 'tiers'],
    [{ data: 'in-place' }, 'tiers'],
    [{ runs: '0' }, 'runs'],
    [{ maxSeconds: 'x' }, 'maxSeconds'],
    [{ threads: '1000' }, 'threads'],
    [{ millionGets: '-1' }, 'millionGets'],
  ])('%o is wrong at %s', (change, field) => {
    expect(Object.keys(readForm(tierForm, { ...draft, ...change }).faults)).toEqual([field])
  })

  it('starts with the newest partition, a local disk and one behind a cache', () => {
    const disks = [
      { name: 'cold', storage: ['cold'], kind: 'object' as const, freeBytes: null, totalBytes: null },
      {
        name: 'cold_cache',
        storage: ['cold_cache'],
        kind: 'cached' as const,
        freeBytes: null,
        totalBytes: null,
      },
      { name: 'default', storage: ['default'], kind: 'local' as const, freeBytes: 1n, totalBytes: 2n },
    ]
    const partitions = [
      { partitionId: '202602', rows: 1n, parts: 1n, bytes: 1n, disks: ['default'] },
      { partitionId: '202601', rows: 1n, parts: 1n, bytes: 1n, disks: ['cold'] },
    ]
    const look = { engine: 'MergeTree', inReplicatedDatabase: false, columns: [], partitions, disks }
    expect(suggest(look)).toMatchObject({ data: 'copies', hotDisk: 'default', coldDisk: 'cold_cache' })
    expect(suggest({ ...look, disks: disks.slice(0, 1) })).toMatchObject({ data: 'in-place' })
    expect([
      ...(suggest({ ...look, disks: disks.filter(({ kind }) => kind !== 'cached') }).tiers ?? []),
    ]).toEqual(['hot', 'cold'])
  })
})
