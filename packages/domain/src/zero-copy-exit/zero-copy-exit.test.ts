import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExitStage, ExitState } from './exit-stage.ts'
import { explainReturn } from './explain-return.ts'
import { describeExit, judgeExit } from './judge-exit.ts'
import { type ExitAction, nextExitAction } from './next-exit-action.ts'
import { checkExit } from './plan-exit.ts'

/** Models two replicas of one shard, as the engine behaves (docs/clickhouse.md). */
interface Replica {
  enabled: boolean
  /** Volume of each part; `objects` names what it refers to. */
  parts: Map<string, { volume: 'hot' | 'cold'; objects: string | null; locked: boolean }>
}
const partsOf = ['1_0', '2_0', '3_0']
const partitionOf = (name: string) => name.split('_')[0] ?? ''

class Lab {
  lost: string[] = []
  #objects = 0
  constructor(readonly replicas: [Replica, Replica]) {}

  see(): ExitState {
    const shared = partsOf.filter((name) => {
      const held = this.replicas.flatMap(({ parts }) => parts.get(name) ?? [])
      const objects = held.flatMap((part) => part.objects ?? [])
      return held.some(({ locked }) => locked) || new Set(objects).size < objects.length
    })
    return {
      ...{ missing: [], keeperFault: null, returns: null, shared, unheld: [], unseen: [] },
      replicas: this.replicas.map(({ enabled, parts }, index) => ({
        ...{ node: `n${index}`, enabled },
        parts: [...parts].map(([name, { volume }]) => ({
          ...{ name, partitionId: partitionOf(name), bytesOnDisk: 1n, volume },
          onObjectStorage: volume === 'cold',
        })),
      })),
    }
  }

  move(index: number, name: string, volume: 'hot' | 'cold'): void {
    const own = this.replicas[index]
    const other = this.replicas[1 - index]
    const part = own?.parts.get(name)
    if (!own || !other || !part || part.volume === volume) return
    const twin = other.parts.get(name)
    if (volume === 'cold') {
      const shares = own.enabled && twin?.locked === true && twin.objects !== null
      own.parts.set(name, {
        ...{ volume, locked: own.enabled },
        objects: shares ? twin.objects : `${name}/${++this.#objects}`,
      })
      return
    }
    // With the setting off, objects are deleted even if others need them.
    if (!own.enabled && part.objects !== null && twin?.objects === part.objects) this.lost.push(name)
    own.parts.set(name, { volume, objects: null, locked: false })
  }

  act(action: ExitAction, maxMoves = Number.POSITIVE_INFINITY): void {
    if (action.kind === 'switch') {
      const replica = this.replicas[action.node === 'n0' ? 0 : 1]
      replica.enabled = action.on
    }
    if (action.kind !== 'move') return
    let moves = 0
    for (const index of [0, 1])
      for (const name of partsOf)
        if (action.partitionIds.includes(partitionOf(name)) && moves++ < maxMoves)
          this.move(index, name, action.volume === 'hot' ? 'hot' : 'cold')
  }
}

const part = fc.record({ cold: fc.boolean() })
const labs = fc
  .tuple(fc.array(part, { minLength: 3, maxLength: 3 }), fc.array(part, { minLength: 3, maxLength: 3 }))
  .map((replicas) => {
    const lab = new Lab([
      { enabled: true, parts: new Map() },
      { enabled: true, parts: new Map() },
    ])
    for (const [index, parts] of replicas.entries())
      for (const [at, { cold }] of parts.entries()) {
        lab.replicas[index]?.parts.set(partsOf[at] ?? '', { volume: 'hot', objects: null, locked: false })
        if (cold) lab.move(index, partsOf[at] ?? '', 'cold')
      }
    return lab
  })
const none = new Map<string, number>()
const origins = new Map(partsOf.map((name) => [partitionOf(name), 'cold']))

/** Runs until nothing is left; `disturb` runs before each action, and each action may stop half-way. */
function drive(
  lab: Lab,
  from: ExitStage,
  {
    rounds = 60,
    disturb = () => undefined,
  }: { rounds?: number; disturb?: (round: number) => number | undefined } = {},
): { stage: ExitStage; done: boolean } {
  let stage: ExitStage = from
  for (let round = 0; round < rounds; round++) {
    const course = { stage, hotVolume: 'hot', targetVolume: 'cold', origins, carried: none }
    const sight = lab.see()
    const action = nextExitAction(course, sight)
    if (action.kind === 'switch' && !action.on) expect(sight.shared).toEqual([])
    const most = disturb(round)
    if (action.kind === 'stage') stage = action.stage
    else if (action.kind === 'done') return { stage, done: true }
    else lab.act(action, most ?? undefined)
  }
  return { stage, done: false }
}

test('an exit ends with the setting off, no lock and separate objects, and loses nothing', () => {
  fc.assert(
    fc.property(labs, (lab) => {
      expect(drive(lab, 'to-hot')).toEqual({ stage: 'to-target', done: true })
      const sight = lab.see()
      expect(sight.shared).toEqual([])
      expect(sight.replicas.map(({ enabled }) => enabled)).toEqual([false, false])
      expect(sight.replicas.flatMap(({ parts }) => parts.map(({ volume }) => volume))).toEqual(
        Array(6).fill('cold'),
      )
      expect(lab.lost).toEqual([])
    }),
  )
})

test('moves that stop half-way, and moves by others while the setting is on, lose nothing', () => {
  const disturbances = fc.array(
    fc.record({ at: fc.nat(40), replica: fc.nat(1), part: fc.nat(2), most: fc.nat(4) }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(labs, disturbances, (lab, given) => {
      const end = drive(lab, 'to-hot', {
        rounds: 200,
        disturb: (round) => {
          const own = given.find(({ at }) => at === round)
          if (own && lab.replicas.every(({ enabled }) => enabled))
            lab.move(own.replica, partsOf[own.part] ?? '', 'cold')
          return own?.most
        },
      })
      expect(end.done).toBe(true)
      expect(lab.lost).toEqual([])
    }),
  )
})

test('going back from any point turns the setting on and shares again', () => {
  fc.assert(
    fc.property(labs, fc.integer({ min: 0, max: 6 }), (lab, rounds) => {
      const { stage } = drive(lab, 'to-hot', { rounds })
      fc.pre(stage !== 'to-target')
      expect(drive(lab, 'switch-on').done).toBe(true)
      expect(lab.replicas.map(({ enabled }) => enabled)).toEqual([true, true])
      expect(lab.see().shared).toEqual(partsOf)
      expect(lab.lost).toEqual([])
    }),
  )
})

const calm = { missing: [], keeperFault: null, returns: null, shared: [], unheld: [], unseen: [] }

test('nothing is done while a replica or the locks cannot be read', () => {
  const sight: ExitState = {
    ...{ ...calm, shared: ['1_0'], replicas: [{ node: 'n0', enabled: true, parts: [] }] },
  }
  const course = {
    stage: 'switch-off' as const,
    hotVolume: 'hot',
    targetVolume: null,
    origins,
    carried: none,
  }
  for (const blind of [{ missing: ['n1: no answer.'] }, { keeperFault: 'No session.' }, { replicas: [] }])
    expect(nextExitAction(course, { ...sight, ...blind }).kind).toBe('wait')
  const rest = nextExitAction({ ...course, stage: 'to-hot' }, { ...sight, shared: [], unheld: ['9_0'] })
  expect(rest).toMatchObject({ kind: 'wait', reason: expect.stringContaining('such as 9_0') })
})

test('the setting stays on while parts move to object storage by themselves or arrived there during the reading', () => {
  const replicas = ['n0', 'n1'].map((node) => ({ node, enabled: true, parts: [] }))
  const course = {
    stage: 'switch-off' as const,
    hotVolume: 'hot',
    targetVolume: null,
    origins,
    carried: none,
  }
  const sight: ExitState = { ...calm, replicas }
  expect(nextExitAction(course, sight)).toMatchObject({ kind: 'switch', on: false })
  const moved = {
    ...sight,
    returns: { id: 'ttl' as const, text: 'The TTL moves parts.', hint: 'Remove it.' },
  }
  expect(nextExitAction(course, moved)).toMatchObject({
    kind: 'wait',
    reason: 'The TTL moves parts. Remove it.',
  })
  expect(nextExitAction({ ...course, stage: 'to-hot' }, moved).kind).toBe('wait')
  const late = { ...sight, unseen: ['4_0'] }
  expect(nextExitAction(course, late)).toMatchObject({ kind: 'wait', reason: expect.stringContaining('4_0') })
  // Shared parts come first: a replica with the setting off could remove the objects.
  const half = { ...moved, shared: ['1_0'], replicas: [{ ...replicas[0], enabled: false }, replicas[1]] }
  expect(nextExitAction(course, half as ExitState)).toMatchObject({ kind: 'switch', node: 'n0', on: true })
})

test('a partition with steady inserts is moved twice, not forever', () => {
  const hotPart = { name: '1_9', partitionId: '1', bytesOnDisk: 1n, volume: 'hot', onObjectStorage: false }
  const sight: ExitState = { ...calm, replicas: [{ node: 'n0', enabled: false, parts: [hotPart] }] }
  const course = { stage: 'to-target' as const, hotVolume: 'hot', targetVolume: 'cold', origins }
  expect(nextExitAction({ ...course, carried: new Map([['1', 1]]) }, sight)).toMatchObject({
    ...{ kind: 'move', volume: 'cold', partitionIds: ['1'] },
  })
  expect(nextExitAction({ ...course, carried: new Map([['1', 2]]) }, sight)).toEqual({
    ...{ kind: 'done', later: ['1_9 on n0'] },
  })
})

const volume = (name: string, disks: string[], moveFactor = 0) => ({
  ...{ name, priority: 1, disks, maxDataPartSizeBytes: 0n, moveFactor, preferNotToMerge: false },
})
const subject = (change: object = {}) => ({
  ...{ hotVolume: 'hot', targetVolume: null, totals: new Map([['n0', new Map([['local', 100n]])]]) },
  sight: {
    ...{ ...calm, shared: ['1_0'] },
    replicas: [
      {
        ...{ node: 'n0', enabled: true },
        parts: [{ name: '1_0', partitionId: '1', bytesOnDisk: 50n, volume: 'cold', onObjectStorage: true }],
      },
    ],
  },
  replicas: [
    {
      node: { name: 'n0', shard: 1, replica: 1 },
      policy: { name: 'p', volumes: [volume('hot', ['local'], 0.2), volume('cold', ['s3'])] },
      disks: [
        { name: 'local', freeBytes: 70n },
        { name: 's3', freeBytes: null },
      ],
    },
  ],
  ...change,
})
const blockingOf = (change: object) =>
  checkExit(subject(change)).flatMap(({ id, outcome }) => (outcome === 'blocking' ? [id] : []))

test('space includes what the server keeps free, and TTL and volumes must not share again', () => {
  expect(blockingOf({})).toEqual([])
  expect(blockingOf({ totals: new Map([['n0', new Map([['local', 110n]])]]) })).toEqual(['room'])
  expect(blockingOf({ hotVolume: 'cold' })).toEqual(['hot-volume'])
  expect(blockingOf({ hotVolume: 'none' })).toEqual(['hot-volume'])
  expect(blockingOf({ targetVolume: 'none' })).toEqual(['target-volume'])
  const { sight, replicas } = subject()
  const rule = { expression: 'd + 1', destination: { kind: 'volume' as const, name: 'cold' } }
  for (const rules of [[rule], null])
    expect(blockingOf({ sight: { ...sight, returns: explainReturn(rules, replicas) } })).toEqual(['ttl'])
  expect(explainReturn([], replicas)).toBeNull()
  expect(blockingOf({ sight: { ...sight, unseen: ['7_0'] } })).toEqual(['unseen'])
})

test('refuses a policy whose first volume is on object storage: new parts would be shared at once', () => {
  const [replica] = subject().replicas
  const policy = { name: 'cold_first', volumes: [volume('cold', ['s3']), volume('hot', ['local'], 0.2)] }
  const returns = explainReturn([], [{ ...replica, policy }] as never)
  expect(returns).toMatchObject({ id: 'first-volume', text: expect.stringContaining("'cold_first'") })
})

test('counts the space of two disks on one file system once', () => {
  const [replica] = subject().replicas
  const disks = [
    { name: 'local', freeBytes: 40n, fileSystem: 'a' },
    { name: 'local2', freeBytes: 40n, fileSystem: 'a' },
    { name: 's3', freeBytes: null },
  ]
  const policy = { name: 'p', volumes: [volume('hot', ['local', 'local2']), volume('cold', ['s3'])] }
  expect(blockingOf({ replicas: [{ ...replica, policy, disks }] })).toEqual(['room'])
})

const content = { shard: 1, partitionId: '1', rows: '10', parts: '2', bytes: '9', hash: 'a', lastBlock: '5' }
const before = [
  { ...content, node: 'n0' },
  { ...content, node: 'n1' },
]
const clean = { identical: 0, rewritten: 0, grown: 0, changed: [], differing: [], busy: [] }
/** Both replicas, as they are at the end. */
const now = (change: object, other: object = change) => [
  { ...content, oldRows: '10', mixedRows: '0', node: 'n0', ...change },
  { ...content, oldRows: '10', mixedRows: '0', node: 'n1', ...other },
]

test('the proof shows what is the same, what was rewritten, and what is not equal', () => {
  expect(judgeExit(before, [now({})])).toEqual({ ...clean, identical: 2 })
  const verdict = judgeExit(before, [now({ hash: 'b' }, { rows: '9', oldRows: '9' })])
  expect(verdict).toEqual({
    ...clean,
    ...{ rewritten: 1, changed: ['1 on n1: 10 rows, now 9'], differing: ['1 of shard 1'] },
  })
  expect(describeExit(verdict)).toContain('replicas differ in all checks (1 of shard 1)')
})

test('later rows are neither a loss nor make up for one', () => {
  const came = { rows: '14', hash: 'b' }
  expect(judgeExit(before, [now(came)])).toEqual({ ...clean, grown: 2 })
  expect(judgeExit(before, [now({ ...came, oldRows: '0', mixedRows: '14' })])).toEqual({ ...clean, grown: 2 })
  // A part of 4 rows is gone, and another one of 4 rows was added.
  const lost = judgeExit(before, [now({ rows: '10', hash: 'b', oldRows: '6' })])
  expect(lost.changed).toEqual([
    '1 on n0: 10 rows, now 6, and 4 that arrived later',
    '1 on n1: 10 rows, now 6, and 4 that arrived later',
  ])
  expect(
    judgeExit(before, [now({ rows: '9', hash: 'b', oldRows: '0', mixedRows: '9' })]).changed,
  ).toHaveLength(2)
})

test('a replica without the partition differs from one that has it', () => {
  const gone = { rows: '0', parts: '0', hash: 'none', oldRows: '0' }
  expect(judgeExit(before, [now({}, gone)])).toEqual({
    ...clean,
    ...{ identical: 1, changed: ['1 on n1: 10 rows, now 0'], differing: ['1 of shard 1'] },
  })
})

test('replicas are equal once one reading shows it, and steady inserts are no difference', () => {
  const later = (rows: string) => ({ rows, hash: rows })
  // Each reading sees one replica before the other has fetched the last part.
  const looks = [now(later('12'), later('11')), now(later('13'), later('12'))]
  expect(judgeExit(before, looks)).toEqual({ ...clean, grown: 2, busy: ['1 of shard 1'] })
  expect(judgeExit(before, [...looks, now(later('13'))])).toEqual({ ...clean, grown: 2 })
  expect(judgeExit(before, [now(later('13')), ...looks])).toEqual({ ...clean, grown: 2 })
  const [still = []] = looks
  expect(judgeExit(before, [still, still])).toEqual({ ...clean, grown: 2, differing: ['1 of shard 1'] })
})
