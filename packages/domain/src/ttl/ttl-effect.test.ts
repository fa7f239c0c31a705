import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tieredPolicy } from '../testing/arbitrary-replica.ts'
import { makePart } from './testing/make-part.ts'
import { judgeTtl } from './ttl-effect.ts'
import type { DueTimes, TtlPart } from './ttl-part.ts'
import type { TtlRule } from './ttl-rule.ts'

const nowMs = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

const due = (daysAgo: number): DueTimes => ({
  firstMs: nowMs - daysAgo * dayMs,
  lastMs: nowMs - daysAgo * dayMs,
})
const computed = (times: Record<string, DueTimes>) => ({ due: new Map(Object.entries(times)) })
const counted = (deleted: bigint) => ({
  ...{ rows: 10n, deleted, values: new Map() },
  folded: { input: 0n, output: 0n, exact: true },
})
const habits = { dropsWholeParts: false, columns: [], passedPartitions: new Set<string>() }
const toVolume = (expression: string, name: string, ifExists = false): TtlRule => ({
  expression,
  action: { kind: 'move', to: 'volume', name, ifExists },
})
const remove: TtlRule = { expression: 'd', action: { kind: 'delete', where: null } }
const judge = (part: TtlPart, rules: TtlRule[], mode: 'gentle' | 'heavy' = 'heavy') =>
  judgeTtl(part, rules, tieredPolicy, { nowMs, mode, habits })

test('a due part moves when the server knows it, and waits when only the rows show it', () => {
  const part = makePart({ computed: computed({ a: due(1) }) })
  const rules = [toVolume('a', 'cold')]
  expect(judge(part, rules, 'heavy').place).toMatchObject({ kind: 'moves', to: { name: 'cold' } })
  expect(judge(part, rules, 'gentle').place).toMatchObject({ kind: 'waits', to: { name: 'cold' } })
  const known = { ...part, moveInfo: new Map([['a', due(1)]]) }
  expect(judge(known, rules, 'gentle').place).toMatchObject({ kind: 'moves' })
})

test('the rule that came due last wins, and the later one of a tie', () => {
  const part = makePart({ disk: 's3_cached', computed: computed({ a: due(5), b: due(1), c: due(1) }) })
  expect(judge(part, [toVolume('b', 'cold'), toVolume('a', 'hot')]).place).toEqual({ kind: 'stays' })
  expect(judge(part, [toVolume('a', 'cold'), toVolume('b', 'hot')]).place).toMatchObject({
    to: { name: 'hot' },
  })
  expect(judge(part, [toVolume('b', 'cold'), toVolume('c', 'hot')]).place).toMatchObject({
    to: { name: 'hot' },
  })
  expect(judge(part, [toVolume('c', 'hot'), toVolume('b', 'cold')]).place).toEqual({ kind: 'stays' })
})

test('a missing or too small target blocks, and no other rule applies', () => {
  const part = makePart({ computed: computed({ a: due(1), b: due(9) }) })
  expect(judge(part, [toVolume('b', 'cold'), toVolume('a', 'attic', true)]).place).toMatchObject({
    kind: 'blocked',
    reason: 'no-such-volume',
  })
  const small = {
    ...tieredPolicy,
    volumes: tieredPolicy.volumes.map((volume) => ({ ...volume, maxDataPartSizeBytes: 999n })),
  }
  const at = { nowMs, mode: 'heavy' as const, habits }
  expect(judgeTtl(part, [toVolume('a', 'cold')], small, at).place).toMatchObject({ reason: 'too-large' })
  const toDisk: TtlRule = {
    expression: 'a',
    action: { kind: 'move', to: 'disk', name: 's3_cached', ifExists: false },
  }
  expect(judgeTtl(part, [toDisk], small, at).place).toMatchObject({ kind: 'moves' })
})

test('a part that a DELETE removes whole goes nowhere else', () => {
  const part = makePart({ computed: computed({ a: due(1) }), counted: counted(10n) })
  expect(judge(part, [toVolume('a', 'cold'), remove])).toMatchObject({
    vanishes: true,
    place: { kind: 'stays' },
  })
  expect(judge({ ...part, counted: counted(9n) }, [toVolume('a', 'cold'), remove])).toMatchObject({
    vanishes: false,
    loss: { deleted: 9n, bytes: { least: 0n, about: 900n, most: 1_000n }, atMost: false },
    place: { kind: 'moves' },
  })
})

test('what was not checked is unknown, never nothing', () => {
  expect(judge(makePart(), [toVolume('a', 'cold')]).place).toEqual({ kind: 'unknown' })
  expect(judge(makePart(), [remove]).loss).toBe(null)
})

const times = fc.integer({ min: -500, max: 500 }).map(due)
const disk = fc.constantFrom('default', 'local2', 's3_cached')
const rules = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('hot', 'cold', 'attic'))
    .map(([expression, name]) => toVolume(expression, name)),
  { maxLength: 4 },
)
const part = fc
  .record({ disk, a: times, b: times, c: times, known: fc.subarray(['a', 'b', 'c']) })
  .map(({ disk, known, ...all }) =>
    makePart({
      disk,
      computed: computed(all),
      moveInfo: new Map(Object.entries(all).filter(([expression]) => known.includes(expression))),
    }),
  )

test('a part settles: judged again after the move, nothing is left to do', () => {
  fc.assert(
    fc.property(part, rules, (one, list) => {
      const { place } = judge(one, list)
      if (place.kind !== 'moves') return
      const volume = tieredPolicy.volumes.find(({ name }) => name === place.to.name)
      const moved = { ...one, disk: volume?.disks[0] ?? '' }
      expect(judge(moved, list).place).toEqual({ kind: 'stays' })
    }),
  )
})

test('a part with all TTL information behaves the same in both modes', () => {
  fc.assert(
    fc.property(part, rules, (one, list) => {
      const known = { ...one, moveInfo: one.computed?.due ?? new Map() }
      expect(judge(known, list, 'gentle')).toEqual(judge(one, list, 'heavy'))
    }),
  )
})
