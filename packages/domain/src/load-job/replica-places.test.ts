import { describe, expect, it } from 'vitest'
import { type KeeperDefaults, planReplicaPlaces } from './replica-places.ts'

const table = { database: 'shop', table: 'trips', uuid: 'u-1' }
const node = (shard: number, replica: number, change: Partial<KeeperDefaults> = {}): KeeperDefaults => ({
  node: `s${shard}r${replica}`,
  shard,
  path: '/clickhouse/tables/{uuid}/{shard}',
  replica: '{replica}',
  macros: { shard: String(shard), replica: `r${replica}` },
  ...change,
})

describe('planReplicaPlaces', () => {
  it('expands the defaults of each node', () => {
    expect(planReplicaPlaces([node(1, 1), node(1, 2), node(2, 1)], table)).toEqual({
      faults: [],
      places: [
        { node: 's1r1', path: '/clickhouse/tables/u-1/1', replica: 'r1' },
        { node: 's1r2', path: '/clickhouse/tables/u-1/1', replica: 'r2' },
        { node: 's2r1', path: '/clickhouse/tables/u-1/2', replica: 'r1' },
      ],
    })
  })

  it('expands database and table too', () => {
    const path = '/{database}/{table}/{shard}'
    expect(planReplicaPlaces([node(1, 1, { path })], table).places[0]?.path).toBe('/shop/trips/1')
  })

  it.each([
    ['a macro is missing', [node(1, 1, { macros: { shard: '1' } })], 's1r1 has no macro {replica}'],
    [
      'replicas of a shard would not meet',
      [node(1, 1), node(1, 2, { macros: { shard: '7', replica: 'r2' } })],
      'different paths',
    ],
    [
      'shards would share rows',
      [node(1, 1), node(2, 2, { path: '/clickhouse/tables/{uuid}', macros: { replica: 'r2' } })].map(
        (each) => ({
          ...each,
          path: '/clickhouse/tables/{uuid}',
        }),
      ),
      's1r1 and s2r2 belong to different shards',
    ],
    [
      'two nodes have one name',
      [node(1, 1), node(1, 2, { macros: { shard: '1', replica: 'r1' } })],
      's1r1 and s1r2 would both be the replica r1',
    ],
  ])('says why not where %s', (_, facts, words) => {
    expect(planReplicaPlaces(facts, table).faults).toEqual([expect.stringContaining(words)])
  })
})
