import { expect, it } from 'vitest'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import type { TtlObservation } from './observe-table.ts'
import { checkReplicas, groupPlaces, unfetchedParts } from './places.ts'

type Replica = Partial<NonNullable<TtlObservation['replica']>>

const nodeOf = (name: string, shard: number) => ({ name, shard }) as ConnectedNode
const tableOn = (name: string, shard: number, replica: Replica | null) => ({
  node: nodeOf(name, shard),
  value: {
    seen: {
      replica: replica && {
        ...{
          zookeeper_name: 'default',
          zookeeper_path: `/t/${shard}`,
          is_readonly: false,
          is_session_expired: false,
        },
        ...{ queue_size: 0, inserts_in_queue: 0, absolute_delay: 0n, ...replica },
      },
    } as TtlObservation,
  },
})
const namesOf = (places: ReturnType<typeof groupPlaces>) =>
  places.map(({ name, replicas }) => [name, ...replicas.map(({ node }) => node.name)])

it('is a node, or the replicas of a Keeper path, the least behind first', () => {
  const readOnly = tableOn('a1', 1, { is_readonly: true })
  const behind = tableOn('a2', 1, { inserts_in_queue: 3, absolute_delay: 9n })
  const best = tableOn('a3', 1, { inserts_in_queue: 1, absolute_delay: 60n })
  expect(
    namesOf(groupPlaces([readOnly, behind, best, tableOn('b1', 2, {}), tableOn('c1', 3, null)])),
  ).toEqual([
    ['shard 1', 'a3', 'a2', 'a1'],
    ['shard 2', 'b1'],
    ['c1', 'c1'],
  ])
  const apart = tableOn('a2', 1, { zookeeper_path: '/other' })
  expect(namesOf(groupPlaces([tableOn('a1', 1, {}), apart]))).toEqual([
    ['shard 1 with a1', 'a1'],
    ['shard 1 with a2', 'a2'],
  ])
})

it('cannot count what only an unreachable or read-only replica has', () => {
  const behind = tableOn('a2', 1, { inserts_in_queue: 3 })
  const [together] = groupPlaces([tableOn('a1', 1, {}), behind])
  const [alone] = groupPlaces([behind])
  const [stuck] = groupPlaces([tableOn('a1', 1, { is_session_expired: true }), behind])
  if (!together || !alone || !stuck) throw new Error('Each is a place.')
  expect(unfetchedParts(together, [])).toBe(0)
  expect(unfetchedParts(alone, [nodeOf('a1', 1)])).toBe(3)
  expect(unfetchedParts(alone, [nodeOf('b1', 2)])).toBe(0)
  expect(unfetchedParts(stuck, [])).toBe(3)
})

it('is blocked where no replica accepts a change, and by an unreachable node without a substitute', () => {
  const readOnly = groupPlaces([tableOn('a1', 1, { is_readonly: true })])
  const outcomes = (...given: Parameters<typeof checkReplicas>) =>
    checkReplicas(...given).map(({ id, outcome }) => `${id} ${outcome}`)
  const away = { node: nodeOf('a2', 1), reason: 'gone' }
  expect(outcomes(readOnly, [])).toEqual(['replica-read-only blocking'])
  expect(outcomes(readOnly, [away])).toContain('nodes-reachable blocking')
  expect(outcomes(groupPlaces([tableOn('a1', 1, {})]), [away])).toEqual(['nodes-reachable warning'])
  expect(outcomes(groupPlaces([tableOn('a1', 1, null)]), [away])).toEqual(['nodes-reachable blocking'])
})
