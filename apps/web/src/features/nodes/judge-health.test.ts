import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTightestDisk, judgeHealth } from './judge-health.ts'

const disk = (name: string, totalBytes: bigint | null, freeBytes: bigint | null) => ({
  name,
  totalBytes,
  freeBytes,
})

describe('judgeHealth', () => {
  it('reports a node without figures as unreachable and says why', () => {
    const away = judgeHealth({ state: 'timeout', message: 'no answer in 8 s', figures: null })
    expect(away).toEqual({
      health: 'unreachable',
      problem: 'No response in time. no answer in 8 s',
    })
  })
  it('reports a node as degraded for a full or broken disk, and names it', () => {
    const tight = { disks: [disk('default', 100n, 9n), disk('cold', null, null)] }
    expect(judgeHealth({ state: 'ok', message: null, figures: tight })).toEqual({
      health: 'degraded',
      problem: 'Disk default has 9.0% free.',
    })
    const broken = { disks: [{ ...disk('second', 100n, 90n), broken: true }] }
    expect(judgeHealth({ state: 'ok', message: null, figures: broken }).health).toBe('degraded')
  })
  it('reports a node as degraded for read-only tables, before its disks', () => {
    const replication = {
      tables: 2,
      readOnly: 2,
      sessionExpired: 2,
      readOnlyTables: ['shop.orders', 'shop.items'],
      maxDelaySeconds: 0,
      maxDelayTable: '',
      queueEntries: 0,
    }
    const figures = { disks: [disk('default', 100n, 9n)], replication }
    expect(judgeHealth({ state: 'ok', message: null, figures })).toEqual({
      health: 'degraded',
      problem: 'All 2 replicated tables are read-only: Keeper session expired. Disk default has 9.0% free.',
    })
  })
  it('does not judge object storage by its unknown space', () => {
    const figures = { disks: [disk('cold', null, null)] }
    expect(judgeHealth({ state: 'ok', message: null, figures })).toEqual({ health: 'healthy' })
  })
})

describe('findTightestDisk', () => {
  it('finds the disk with the least share, whatever the order', () => {
    const disks = fc.uniqueArray(
      fc.record({
        name: fc.string({ minLength: 1 }),
        totalBytes: fc.bigInt(1n, 1n << 40n),
        used: fc.integer({ min: 0, max: 1000 }),
      }),
      { selector: ({ name }) => name, minLength: 1 },
    )
    fc.assert(
      fc.property(disks, (given) => {
        const all = given.map(({ name, totalBytes, used }) =>
          disk(name, totalBytes, totalBytes - (totalBytes * BigInt(used)) / 1000n),
        )
        const found = findTightestDisk([disk('store', null, null), ...all])
        const shares = all.map((one) => Number(one.freeBytes) / Number(one.totalBytes))
        expect(found && Number(found.freeBytes) / Number(found.totalBytes)).toBe(Math.min(...shares))
      }),
    )
  })
  it('finds none where all is object storage', () => {
    expect(findTightestDisk([disk('cold', null, null)])).toBeNull()
  })
})
