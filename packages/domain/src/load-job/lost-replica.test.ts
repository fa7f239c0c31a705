import { expect, it } from 'vitest'
import { type LoadSpec, loadSpec } from './load-spec.ts'
import {
  applyTakeOvers,
  judgeLostPublish,
  judgeLostReplica,
  type ReplicaWitness,
  type TakeOver,
} from './lost-replica.ts'

const since = new Date('2026-01-01T00:00:00Z')
const later = new Date('2026-01-01T00:01:00Z')
const rule = { kind: 'take-over', afterSeconds: 30 } as const
const silence = { node: 'a', shard: 1, since, looks: 9, lostBefore: false }
const witness = (change: Partial<ReplicaWitness> = {}): ReplicaWitness => ({
  ...{ node: 'b', replicaName: 'r2', readOnly: false, partsToFetch: 0 },
  active: { r1: false, r2: true },
  ...change,
})

it('takes a replica as lost when it is silent for long enough and Keeper has its session as ended', () => {
  expect(judgeLostReplica(silence, [witness()], rule, later)).toMatchObject({ kind: 'lost', by: 'b' })
})

it('does not wait again for one that an earlier load gave up, but asks Keeper all the same', () => {
  const known = { ...silence, looks: 1, lostBefore: true }
  const long = { kind: 'take-over', afterSeconds: 86_400 } as const
  const verdict = judgeLostReplica(known, [witness()], long, later)
  expect(verdict).toMatchObject({ kind: 'lost', reason: expect.stringContaining('An earlier load') })
  const back = judgeLostReplica(known, [witness({ active: { r1: true, r2: true } })], long, later)
  expect(back).toMatchObject({ kind: 'wait', reason: expect.stringContaining('the active replica r1') })
  expect(judgeLostReplica(known, [witness()], { kind: 'wait' }, later).kind).toBe('wait')
})

it.each([
  ['one failed look', { ...silence, looks: 1 }, [witness()], rule, 'after 30 s'],
  ['a short time', { ...silence, since: later }, [witness()], rule, 'after 30 s'],
  [
    'an active session',
    silence,
    [witness({ active: { r1: true, r2: true } })],
    rule,
    'the active replica r1',
  ],
  ['no other replica', silence, [], rule, 'No other replica of shard 1'],
  ['a read-only one', silence, [witness({ readOnly: true })], rule, 'read-only'],
  ['the choice to wait', silence, [witness()], { kind: 'wait' } as const, 'as you chose'],
])('waits for it after %s', (_, silent, witnesses, chosen, words) => {
  const verdict = judgeLostReplica(silent, witnesses, chosen, later)
  expect(verdict).toEqual({ kind: 'wait', reason: expect.stringContaining(words) })
})

it('prefers the replica with the fewest parts to fetch, and does not ask for those that answer', () => {
  const active = { r1: false, r2: true, r3: true }
  const others = [
    witness({ partsToFetch: 3, active }),
    witness({ node: 'c', replicaName: 'r3', partsToFetch: 1, active }),
  ]
  expect(judgeLostReplica(silence, others, rule, later)).toMatchObject({ kind: 'lost', by: 'c' })
})

const nodes = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, shard: index < 2 ? 1 : 2 }))
const spec = (strategy: LoadSpec['strategy'], names: string[]) =>
  loadSpec.parse({
    source: { id: 's', bucket: 'b', selection: { kind: 'glob', glob: '*' } },
    read: { format: 'CSV', compression: 'none', columns: [{ name: 'id', type: 'UInt8' }] },
    target: { database: 'd', table: 't' },
    landing: { database: 'd', table: 't', nodes: names, replicated: true },
    mapping: [{ column: 'id', expression: 'id' }],
    strategy,
    batch: { maxBytes: '1', maxObjects: 1 },
  })
const taken = (lost: string, by: string): TakeOver => ({
  ...{ lost, by, shard: 1, reason: '', silentSince: since.toISOString(), at: later.toISOString() },
})

it('gives the work of the lost replica to the one that took over, and back again', () => {
  const split = spec({ kind: 'split', nodes: ['a', 'c'] }, ['a', 'c'])
  const once = applyTakeOvers(split, [taken('a', 'b')], nodes)
  expect([once.strategy, once.landing.nodes]).toEqual([{ kind: 'split', nodes: ['b', 'c'] }, ['b', 'c']])
  expect(applyTakeOvers(split, [taken('a', 'b'), taken('b', 'a')], nodes)).toEqual(split)
  const reshard = { kind: 'reshard', cluster: 'x', initiator: 'a', shardingKey: 'id' } as const
  const resharded = applyTakeOvers(spec(reshard, ['a', 'b', 'c', 'd']), [taken('a', 'b')], nodes)
  expect([resharded.strategy, resharded.landing.nodes]).toEqual([
    { ...reshard, initiator: 'b' },
    ['b', 'c', 'd'],
  ])
})

it('lets one replica of each shard read where s3Cluster would need all of them', () => {
  const all = spec({ kind: 'cluster', cluster: 'x', initiator: 'a' }, ['a', 'b', 'c', 'd'])
  const after = applyTakeOvers(all, [taken('a', 'b')], nodes)
  expect([after.strategy, after.landing.nodes]).toEqual([{ kind: 'split', nodes: ['b', 'c'] }, ['b', 'c']])
})

const publish = { hashes: ['h1', 'h2'], floor: 4n, held: [{ minBlock: 0n, maxBlock: 6n }] }
const attached = [
  { hash: 'h1', part: '202401_5_5_0' },
  { hash: 'h2', part: '202401_6_6_0' },
]

it.each([
  ['arrived', { ...publish, attached }],
  ['not-fetched', { ...publish, attached, held: [{ minBlock: 0n, maxBlock: 5n }] }],
  ['not-arrived', { ...publish, attached: [] }],
  // Attached before, by another load.
  ['not-arrived', { ...publish, attached, floor: 6n }],
  ['unclear', { ...publish, attached: attached.slice(1) }],
])('tells by Keeper and by what the other replica holds: %s', (state, given) => {
  expect(judgeLostPublish(given)).toBe(state)
})
