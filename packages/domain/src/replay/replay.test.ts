import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeReplayable, type LoggedText, type QueryFacts } from './judge-replayable.ts'
import { judgeFailures, orderPass, planPasses, replayPassPrefix, replayQueryId } from './passes.ts'
import { replayTarget } from './replay-spec.ts'
import { routeQuery } from './route-query.ts'
import { differenceMs, judgeSample, pickSample } from './sample.ts'

const strict = { allowOutside: false, keepSettings: false }

describe('a query of the log', () => {
  const facts: QueryFacts = {
    ...{
      root: 'SelectWithUnionQuery',
      tableFunctions: ['numbers', 'clusterAllReplicas'],
      functions: ['sum'],
    },
    ...{ hasFormat: true, hasOutfile: false, hasSettings: false, namesDatabase: true },
    ...{ functionFault: null, appliesFunctions: false },
  }
  const query: LoggedText = { text: 'SELECT 1', hidesSecret: false, isLong: false, facts, refusal: null }
  const judge = (change: Partial<LoggedText>, own: Partial<QueryFacts> = {}) =>
    judgeReplayable({ ...query, facts: { ...facts, ...own }, ...change }, strict, false)

  it.each([
    [judge({}), null],
    [judge({ hidesSecret: true }), 'secret'],
    [judge({ isLong: true, text: null }), 'long'],
    [judge({ text: null }), 'unparsed'],
    [judge({ facts: null }), 'unparsed'],
    [judge({}, { root: 'InsertQuery' }), 'other'],
    [judge({}, { root: 'Explain' }), 'other'],
    [judge({}, { hasOutfile: true }), 'outfile'],
    [judge({}, { tableFunctions: ['s3'] }), 'outside'],
    [judge({}, { tableFunctions: ['URL'] }), 'outside'],
    [judge({}, { tableFunctions: ['remoteSecure'] }), 'outside'],
    [judge({}, { tableFunctions: ['not_known_yet'] }), 'outside'],
    [judge({}, { functionFault: 'file() is not allowed.' }), 'outside'],
    [judge({}, { appliesFunctions: true }), 'outside'],
    [judge({}, { hasSettings: true }), 'settings'],
  ])('is judged %s', (found, expected) => {
    expect(found).toBe(expected)
  })

  it('may reach outside the cluster, and have settings, where that is allowed', () => {
    const bold = { ...query, facts: { ...facts, tableFunctions: ['url'], hasSettings: true } }
    expect(judgeReplayable(bold, { allowOutside: true, keepSettings: true }, false)).toBe(null)
    const keeping = { allowOutside: false, keepSettings: true }
    const set = (text: string) => ({ ...query, text, facts: { ...facts, hasSettings: true } })
    expect(judgeReplayable(set('SELECT 1 SETTINGS max_threads = 1'), keeping, false)).toBe(null)
    expect(
      judgeReplayable(set("SELECT 1 SETTINGS additional_result_filter = 'file(1)'"), keeping, false),
    ).toBe('outside')
    expect(judgeReplayable(query, strict, true)).toBe('database')
    expect(judgeReplayable({ ...query, facts: { ...facts, namesDatabase: false } }, strict, true)).toBe(null)
  })

  it('counts only the texts that a replay keeps', () => {
    const large = { ...query, text: 'x'.repeat(7 * 1024 * 1024) }
    expect(judgeSample([large, large, large], strict, false).map(({ reason }) => reason)).toEqual([
      ...[null, null, 'bulk'],
    ])
  })
})

const count = fc.integer({ min: 0, max: 300 })

describe('the order of a pass', () => {
  it('has every query once, the same for the same seed', () => {
    fc.assert(
      fc.property(count, fc.nat(), fc.integer({ min: 1, max: 50 }), (queries, seed, round) => {
        const order = orderPass(queries, { order: 'shuffled', seed, round })
        expect(order.toSorted((a, b) => a - b)).toEqual(
          orderPass(queries, { order: 'as-logged', seed, round }),
        )
        expect(orderPass(queries, { order: 'shuffled', seed, round })).toEqual(order)
      }),
    )
    const of = (round: number) => orderPass(100, { order: 'shuffled', seed: 1, round })
    expect(of(1)).not.toEqual(of(2))
  })

  it('alternates the targets', () => {
    expect(planPasses(2, 3).map(({ round, object }) => `${round}${object}`)).toEqual([
      ...['1a', '1b', '2b', '2a', '3a', '3b'],
    ])
    expect(planPasses(1, 2).map(({ object }) => object)).toEqual(['a', 'a'])
  })
})

describe('a sample', () => {
  it('is the same for one log, however it is distributed over nodes', () => {
    const query = fc.record({
      rank: fc.bigInt({ min: 0n, max: 999_999n }),
      at: fc.nat(),
      node: fc.nat({ max: 3 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(query, { selector: ({ rank }) => rank }), count, (all, limit) => {
        const found = all.map(({ rank, at, node }) => ({
          rank,
          loggedAt: new Date(at),
          loggedNode: `n${node}`,
        }))
        const ofEach = [0, 1, 2, 3].flatMap((node) =>
          found
            .filter(({ loggedNode }) => loggedNode === `n${node}`)
            .toSorted((a, b) => Number(a.rank - b.rank))
            .slice(0, limit),
        )
        expect(pickSample(ofEach, limit)).toEqual(pickSample(found, limit))
      }),
    )
  })
})

describe('a query goes', () => {
  const node = (name: string, shard: number, replica: number) => ({ name, shard, replica })
  const nodes = [node('n1', 1, 1), node('n2', 1, 2), node('n3', 2, 1)]
  const logged = (name: string, shard: number, replica: number) => ({ node: name, shard, replica })
  const route = { kind: 'as-logged' } as const

  it.each([
    [logged('n2', 1, 2), 0, 'n2'],
    [logged('other', 1, 2), 0, 'n2'],
    [logged('other', 2, 2), 5, 'n3'],
    [logged('other', 3, 1), 0, 'n1'],
    [logged('other', 3, 1), 1, 'n2'],
  ])('%o at %s: to %s', (from, place, name) => {
    expect(routeQuery({ route }, nodes, from, place)?.name).toBe(name)
  })

  it('where configured', () => {
    expect(routeQuery({ route: { kind: 'node', node: 'n3' } }, nodes, logged('n1', 1, 1), 0)?.name).toBe('n3')
    expect(routeQuery({ route: { kind: 'node', node: 'gone' } }, nodes, logged('n1', 1, 1), 0)).toBe(null)
    expect(routeQuery({ route }, [], logged('n1', 1, 1), 0)).toBe(null)
  })
})

it('ends a pass when too many fail, but not because of the first few', () => {
  expect(judgeFailures(19, 19, 20)).toBe(null)
  expect(judgeFailures(20, 4, 20)).toBe(null)
  expect(judgeFailures(20, 5, 20)).toContain('5 of 20 queries failed')
  expect(judgeFailures(100, 100, 100)).toBe(null)
})

it('ranks forms by the time that a target costs', () => {
  const on = (target: 'a' | 'b', runs: number, totalMs: number) => ({ target, runs, totalMs })
  expect(differenceMs([on('a', 10, 100), on('b', 10, 40)])).toBe(60)
  expect(differenceMs([on('a', 10, 100), on('b', 5, 50)])).toBe(0)
  expect(differenceMs([on('a', 2, 30)])).toBe(30)
  expect(differenceMs([])).toBe(0)
})

it('the query ids of a pass share a prefix', () => {
  const pass = { benchmarkId: 'id', step: 1 }
  expect(replayQueryId({ ...pass, place: 3, attempt: 2 })).toBe('frostline-replay-id-1-3-2')
  expect(replayQueryId({ ...pass, step: 11, place: 3, attempt: 2 }).startsWith(replayPassPrefix(pass))).toBe(
    false,
  )
})

it.each(["throwIf(1, file('/etc/hostname'))", '1 IN secrets', "{'shop.orders': 'file(1)'}", '/etc/passwd'])(
  'rejects a setting with SQL or a path: %s',
  (value) => {
    const settings = [{ name: 'additional_result_filter', value }]
    expect(replayTarget.safeParse({ cluster: 'demo', settings }).success).toBe(false)
  },
)

it.each(['4096', '-1', '0.5', '10G', 'auto', 'hash,grace_hash', 'Europe/Berlin', ''])(
  'accepts the setting %s',
  (value) => {
    const settings = [{ name: 'max_block_size', value }]
    expect(replayTarget.safeParse({ cluster: 'demo', settings }).success).toBe(true)
  },
)

it('rejects a setting that the replay controls', () => {
  const target = (name: string) => ({ cluster: 'demo', settings: [{ name, value: '1' }] })
  expect(replayTarget.safeParse(target('max_block_size')).success).toBe(true)
  for (const name of ['readonly', 'dialect', 'max_execution_time', 'log_comment', 'a b', 'x=1;'])
    expect(replayTarget.safeParse(target(name)).success).toBe(false)
})
