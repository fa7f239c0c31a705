import { describe, expect, it } from 'vitest'
import { type Disk, groupDisks } from './group-disks.ts'

const disk = (name: string, given: Partial<Disk> = {}): Disk => ({
  name,
  tier: 'hot',
  type: 'Local',
  path: `/data/${name}/`,
  cacheOver: [],
  cachePath: null,
  totalBytes: 100n,
  freeBytes: 50n,
  unreservedBytes: 50n,
  keepFreeBytes: 0n,
  sharesWith: [],
  readOnly: false,
  broken: false,
  encrypted: false,
  stored: { parts: 0n, rows: 0n, bytes: 0n },
  sharedBytes: 0n,
  ...given,
})
const names = (disks: readonly Disk[]) =>
  groupDisks(disks).map(({ disk: top, under }) => [top.name, ...under.map(({ name }) => name)])

describe('groupDisks', () => {
  it('puts a disk under each cache over it, and hot disks first', () => {
    const cold = disk('cold', { tier: 'cold', type: 'S3' })
    const cache = (name: string) =>
      disk(name, { tier: 'cold', cacheOver: ['cold'], cachePath: `/c/${name}/` })
    expect(names([cold, cache('one'), cache('two'), disk('default')])).toEqual([
      ['default'],
      ['one', 'cold'],
      ['two', 'cold'],
    ])
  })
  it('keeps a cache whose disk the node does not list', () => {
    expect(names([disk('lost_cache', { tier: 'cold', cacheOver: ['gone'], cachePath: '/c/' })])).toEqual([
      ['lost_cache'],
    ])
  })
})
