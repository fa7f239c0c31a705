import { describe, expect, it } from 'vitest'
import type { Volume } from './hooks/use-storage.ts'
import { describePassage, listSettings, volumeSettings } from './volume-settings.ts'

const plain: Volume = {
  name: 'hot',
  priority: 1,
  type: 'JBOD',
  disks: [{ name: 'default', tier: 'hot' }],
  maxDataPartSizeBytes: 0n,
  // As Float32 comes over the wire.
  moveFactor: 0.10000000149011612,
  preferNotToMerge: false,
  performTtlMoveOnInsert: true,
  loadBalancing: 'ROUND_ROBIN',
}

const listChanged = (volume: Volume, last = false) =>
  listSettings(volume, last).flatMap(({ name, value, changed }) => (changed ? [{ name, value }] : []))

describe('the settings of a volume', () => {
  it("finds nothing changed on a volume with the server's defaults", () => {
    expect(listChanged(plain)).toEqual([])
  })
  it('names what was changed, with its unit', () => {
    const changed = { ...plain, maxDataPartSizeBytes: 1_073_741_824n, preferNotToMerge: true }
    expect(listChanged(changed)).toEqual([
      { name: 'max_data_part_size_bytes', value: '1.00 GiB' },
      { name: 'prefer_not_to_merge', value: 'yes' },
    ])
  })
  it('ignores what has no effect on the last volume', () => {
    const still = { ...plain, moveFactor: 0 }
    expect(listChanged(still)).toEqual([{ name: 'move_factor', value: '0' }])
    expect(listChanged(still, true)).toEqual([])
  })
  it('explains each setting once', () => {
    expect(new Set(volumeSettings.map(({ name }) => name)).size).toBe(volumeSettings.length)
  })
  it('explains when parts leave a volume', () => {
    expect(describePassage(plain)).toBe('when under 10% is free, by TTL or manually')
    expect(describePassage({ ...plain, moveFactor: 0 })).toBe('by TTL or manually')
  })
})
