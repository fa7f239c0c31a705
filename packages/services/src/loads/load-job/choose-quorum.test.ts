import { expect, it } from 'vitest'
import { chooseQuorum } from './choose-quorum.ts'
import type { LoadTargetView } from './schema.ts'

const nodes = [1, 1, 1, 2, 2, 2].map((shard) => ({ shard }))
/** Replicas of three a shard; `away` of the second shard take no writes. */
const target = (insertQuorum: string, away = 0, engine = 'ReplicatedMergeTree') =>
  ({
    landing: { engine },
    replicas: nodes.map(({ shard }, index) => ({
      ...{ shard, insertQuorum, sequentialReads: false },
      replication: { readOnly: index >= nodes.length - away, partsToFetch: 0, delaySeconds: 0 },
    })),
  }) as unknown as LoadTargetView

it.each([
  ['', 1],
  ['0', 1],
  ['2', 2],
  ['auto', 2],
])('takes insert_quorum %j of the account as %i replicas', (setting, replicas) => {
  expect(chooseQuorum(undefined, nodes, target(setting))).toMatchObject({ replicas, most: 3, short: [] })
})

it('takes what a person asks for, and tells of shards that have too few replicas', () => {
  expect(chooseQuorum(3, nodes, target('2', 1))).toMatchObject({
    ...{ replicas: 3, asked: 'The load requires a quorum of 3' },
    short: [{ shard: 2, active: 2 }],
  })
  expect(chooseQuorum(1, nodes, target('2'))).toMatchObject({ replicas: 1 })
  expect(chooseQuorum(2, nodes, target('2', 0, 'MergeTree'))).toMatchObject({ replicas: 1, most: 1 })
})
