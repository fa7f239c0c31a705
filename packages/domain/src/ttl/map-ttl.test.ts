import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PartitionCell } from '../placement/partition-map.ts'
import { type MappedReplica, mapTtl } from './map-ttl.ts'
import { makePart } from './testing/make-part.ts'
import { type JudgedPart, sumTtlLoad } from './ttl-load.ts'

const policy = {
  name: 'tiered',
  volumes: [
    { name: 'hot', disks: ['default'], maxDataPartSizeBytes: 0n, loadBalancing: 'ROUND_ROBIN' },
    { name: 'cold', disks: ['s3'], maxDataPartSizeBytes: 0n, loadBalancing: 'ROUND_ROBIN' },
  ],
} as never

const judgedPart: fc.Arbitrary<JudgedPart> = fc
  .record({
    partitionId: fc.constantFrom('202401', '202402', '202403'),
    bytesOnDisk: fc.bigInt({ min: 1n, max: 1n << 40n }),
    disk: fc.constantFrom('default', 's3'),
    kind: fc.constantFrom('stays', 'moves', 'waits'),
    vanishes: fc.boolean(),
  })
  .map(({ partitionId, bytesOnDisk, disk, kind, vanishes }) => {
    const to = { kind: 'move', to: 'volume', name: disk === 's3' ? 'hot' : 'cold', ifExists: false } as const
    const place = kind === 'stays' || vanishes ? { kind: 'stays' } : { kind, to }
    return {
      part: makePart({ partitionId, partition: partitionId, bytesOnDisk, disk }),
      effect: { place, wanted: null, next: null, loss: null, vanishes } as JudgedPart['effect'],
    }
  })

const isRemote: MappedReplica['isRemote'] = ({ name }) => name === 's3' || name === 'cold'
const total = (cells: readonly PartitionCell[], field: 'hotBytes' | 'coldBytes') =>
  cells.flatMap(({ nodes }) => nodes).reduce((sum, share) => sum + share[field], 0n)

it('moves between the maps exactly what the table below says, and loses no byte on the way', () => {
  fc.assert(
    fc.property(fc.array(fc.array(judgedPart), { maxLength: 3 }), (byNode) => {
      const replicas = byNode.map((judged, index) => ({ node: `shard-${index}`, judged, isRemote }))
      const before = mapTtl(replicas, 'month', { moves: false, vanishes: false })
      const after = mapTtl(replicas, 'month', { moves: true, vanishes: false })
      const loads = byNode.map((judged) =>
        sumTtlLoad(judged, 'gentle', { policy, isRemote: (disk) => disk === 's3', hasRules: true }),
      )
      const cooled = loads.reduce((sum, { cooledBytes }) => sum + cooledBytes, 0n)
      expect(total(after, 'coldBytes') - total(before, 'coldBytes')).toBe(cooled)
      expect(total(before, 'hotBytes') - total(after, 'hotBytes')).toBe(cooled)
      expect(before.map(({ partitionId }) => partitionId)).toEqual(
        after.map(({ partitionId }) => partitionId),
      )
      const dropped = mapTtl(replicas, 'month', { moves: true, vanishes: true })
      const vanished = loads.reduce((sum, { vanishes }) => sum + vanishes.bytes, 0n)
      expect(total(after, 'hotBytes') + total(after, 'coldBytes')).toBe(
        total(dropped, 'hotBytes') + total(dropped, 'coldBytes') + vanished,
      )
    }),
  )
})
