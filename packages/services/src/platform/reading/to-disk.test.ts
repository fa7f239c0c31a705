import type { DiskRow, TableDiskSizeRow } from '@frostline/clickhouse'
import { expect, it } from 'vitest'
import { toPolicyViews } from '../../storage/describe-node.ts'
import { toHeldDisks } from './to-disk.ts'

const disk = (name: string, cache_path: string, cached_by: string) =>
  ({ name, path: '/disks/cold/', type: 'ObjectStorage', is_remote: true, cache_path, cached_by }) as DiskRow

const partsOn = (disk_name: string) =>
  [{ disk_name, active_parts: 2n, active_rows: 30n, active_bytes: 400n }] as TableDiskSizeRow[]

it.each([
  ['before 26.2, where parts have the name of the disk behind the cache', 'cold', 'cache'],
  ['since 26.2', 'cache', ''],
])('shows the parts and policies of a cached disk at the cache %s', (_, named, cachedBy) => {
  const disks = [disk('cold', '', cachedBy), disk('cache', '/caches/', '')]
  const held = toHeldDisks(disks, partsOn(named), [])
  expect(held.map(({ name, stored }) => [name, stored.bytes])).toEqual([
    ['cold', 0n],
    ['cache', 400n],
  ])
  const policy = { policy_name: 'tiered', volume_name: 'cold', disks: [named] }
  const [view] = toPolicyViews([policy as Parameters<typeof toPolicyViews>[0][number]], disks)
  expect(view?.volumes.flatMap((volume) => volume.disks.map(({ name }) => name))).toEqual(['cache'])
})
