import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countSharedParts,
  judgeSharedPart,
  type SharedCopy,
  type SharingContext,
} from './judge-shared-part.ts'
import { judgeZeroCopy, type SharingSettings } from './judge-zero-copy.ts'
import { blobOfObject, lockRoot } from './lock-paths.ts'

const replica = (node: string, name: string, set = 'shard-1') => ({ node, replica: name, set })
const context = (change: Partial<SharingContext> = {}): SharingContext => ({
  replicas: [replica('n1', 'r1'), replica('n2', 'r2')],
  keeper: new Map([['shard-1', ['r1', 'r2']]]),
  complete: true,
  ...change,
})
const copy = (node: string, blob: string, state: SharedCopy['state'] = 'kept'): SharedCopy => ({
  ...{ node, disk: 'cold', state, bytes: 100n, blob },
})
const lock = (blob: string, ...owners: string[]) => ({ blob, path: `/zc/t/p/${blob}`, owners })
const judge = (
  locks: ReturnType<typeof lock>[],
  copies: SharedCopy[],
  change: Partial<SharingContext> = {},
) => judgeSharedPart({ part: 'p', locks, copies }, context(change))
const settings: SharingSettings[] = ['n1', 'n2'].map((node) => ({
  ...{ node, set: 'shard-1', uuid: 'u', enabled: true, lockPath: '/zc' },
}))
const faults = (...parts: ReturnType<typeof judge>[]) =>
  judgeZeroCopy(settings, parts).map(({ fault, count, bytes }) => [fault, count, bytes])

it('knows where replicas lock a part', () => {
  expect(lockRoot('/clickhouse/zero_copy/', 'id')).toEqual({
    ...{ zookeeper: 'default', path: '/clickhouse/zero_copy/zero_copy_s3/id' },
  })
  expect(lockRoot('other:/zc', 'id')).toEqual({ zookeeper: 'other', path: '/zc/zero_copy_s3/id' })
  expect(blobOfObject('demo/shard-1/abc/def')).toBe('demo_shard-1_abc_def')
})

describe('a part', () => {
  it('is shared by the replicas that have the same objects for it', () => {
    const part = judge([lock('a', 'r1', 'r2')], [copy('n1', 'a'), copy('n2', 'a')])
    expect(part).toMatchObject({ state: 'shared', storedBytes: 100n, savedBytes: 100n })
    expect(faults(part)).toEqual([])
  })
  it('lacks no lock that could not be read', () => {
    const copies = [copy('n1', 'a'), copy('n2', 'a')]
    expect(faults(judge([], copies))).toEqual([['part-without-lock', 2, 200n]])
    const blind = judgeSharedPart({ part: 'p', locks: null, copies }, context())
    expect(blind).toMatchObject({ state: 'shared', storedBytes: 100n })
    expect(faults(blind)).toEqual([])
  })
  it('has one owner until the other replica has moved it too', () => {
    expect(judge([lock('a', 'r1')], [copy('n1', 'a')])).toMatchObject({ state: 'single', savedBytes: 0n })
  })
  it('is stored apart where replicas of one set have separate objects, but not for two shards', () => {
    const both = [copy('n1', 'a'), copy('n2', 'b')]
    const locks = [lock('a', 'r1'), lock('b', 'r2')]
    expect(judge(locks, both)).toMatchObject({ state: 'apart', storedBytes: 200n })
    expect(faults(judge(locks, both))).toEqual([['separate-copies', 1, 100n]])
    const shards = [replica('n1', 'r1'), replica('n2', 'r1', 'shard-2')]
    const keeper = new Map([
      ['shard-1', ['r1']],
      ['shard-2', ['r1']],
    ])
    const each = judge([lock('a', 'r1'), lock('b', 'r1')], both, { replicas: shards, keeper })
    expect(each.state).toBe('single')
    const none = { shared: 0, single: 0, apart: 0, unheld: 0, unknown: 0 }
    expect(countSharedParts([each])).toEqual({ ...none, single: 2 })
    expect(countSharedParts([judge(locks, both), judge([lock('c', 'r1')], [])])).toEqual({
      ...none,
      ...{ apart: 1, unheld: 1 },
    })
  })
  it('without a lock is a fault only where the setting is on', () => {
    const part = judge([lock('a', 'r1')], [copy('n1', 'a'), copy('n2', 'a')])
    expect(faults(part)).toEqual([['part-without-lock', 1, 100n]])
    expect(
      judgeZeroCopy(
        settings.map((each) => ({ ...each, enabled: false })),
        [part],
      ),
    ).toEqual([])
  })
  it('left behind by a move is reported once per node, and its objects only when no replica needs them', () => {
    const left = [copy('n1', 'a', 'left'), copy('n2', 'a', 'left')]
    expect(faults(judge([lock('a', 'r1', 'r2')], left))).toEqual([['left-by-move', 2, 200n]])
  })
})

describe('a lock of a replica that Keeper does not have', () => {
  const keeper = new Map([['shard-1', ['r1']]])
  it('can be removed when every node answered and none has the part', () => {
    const replicas = [replica('n1', 'r1')]
    const part = judge([lock('a', 'r1', 'r2')], [copy('n1', 'a')], { keeper, replicas })
    expect(judgeZeroCopy(settings, [part])[0]).toMatchObject({
      ...{ fault: 'dropped-replica-locks', removablePaths: ['/zc/t/p/a/r2'], bytes: 100n },
    })
  })
  it('is reported but not removable where no replica has the part: it may be of an unregistered shard', () => {
    const part = judge([lock('a', 'r2')], [], { keeper, replicas: [replica('n1', 'r1')] })
    expect(judgeZeroCopy(settings, [part])).toMatchObject([
      { fault: 'unheld-locks', count: 1, bytes: null, removablePaths: [] },
    ])
  })
  it('is kept while a node did not answer, or has the part', () => {
    const away = judge([lock('a', 'r1', 'r2')], [copy('n1', 'a')], { keeper, complete: false })
    expect(faults(away)).toEqual([])
    const back = judge([lock('a', 'r1', 'r2')], [copy('n1', 'a'), copy('n2', 'a')], { keeper })
    expect(faults(back)).toEqual([['unregistered-replica', 1, 100n]])
    const replicas = [replica('n1', 'r1')]
    const detached = judge([lock('a', 'r2')], [copy('n2', 'a')], { keeper, replicas })
    expect(faults(detached)).toEqual([['unregistered-replica', 1, 100n]])
  })
})

it('no lock is removable that a replica in Keeper, an unreachable node or a part could need', () => {
  const names = fc.subarray(['r1', 'r2', 'r3'])
  fc.assert(
    fc.property(
      fc.record({ owners: names, inKeeper: names, holders: names, complete: fc.boolean() }),
      ({ owners, inKeeper, holders, complete }) => {
        const part = judge(
          [lock('a', ...owners)],
          holders.map((name) => copy(`n${name.slice(1)}`, 'a')),
          {
            ...{ complete, keeper: new Map([['shard-1', inKeeper]]) },
            replicas: holders.map((name) => replica(`n${name.slice(1)}`, name)),
          },
        )
        for (const path of judgeZeroCopy(settings, [part]).flatMap(({ removablePaths }) => removablePaths)) {
          const name = path.split('/').at(-1) ?? ''
          expect([inKeeper.includes(name), holders.includes(name), complete]).toEqual([false, false, true])
        }
      },
    ),
  )
})

it('settings that differ between replicas of a set are reported with their nodes', () => {
  const [one, two] = settings
  if (!one || !two) throw new Error('There are two.')
  const found = judgeZeroCopy([one, { ...two, lockPath: '/other', uuid: 'v' }], [])
  expect(found.map(({ fault, evidence }) => [fault, evidence])).toEqual([
    ['lock-path-differs', ['n1: /zc', 'n2: /other']],
    ['uuid-differs', ['n1: u', 'n2: v']],
  ])
  expect(judgeZeroCopy([one, { ...two, enabled: false }], [])).toMatchObject([
    { fault: 'setting-differs', evidence: ['n1: on', 'n2: off'] },
  ])
})
