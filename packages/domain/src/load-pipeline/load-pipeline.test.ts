import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseObjects, decideRun, judgeObject, type NewVersionRule } from './pipeline-decisions.ts'
import { pipelineTrigger } from './pipeline-trigger.ts'

const waiting = fc.array(
  fc.record({
    key: fc.string({ minLength: 1, maxLength: 4 }),
    sizeBytes: fc.bigInt({ min: 1n, max: 50n }),
    lastModified: fc.integer({ min: 0, max: 20 }).map((ms) => new Date(ms)),
  }),
)

it('takes the oldest that fit, and always at least one', () => {
  fc.assert(
    fc.property(
      waiting,
      fc.integer({ min: 1, max: 6 }),
      fc.bigInt({ min: 1n, max: 100n }),
      (all, most, bytes) => {
        const taken = chooseObjects(all, { maxObjects: most, maxBytes: bytes })
        expect(taken.length).toBeGreaterThanOrEqual(Math.min(1, all.length))
        expect(taken.length).toBeLessThanOrEqual(most)
        const sum = taken.reduce((total, { sizeBytes }) => total + sizeBytes, 0n)
        expect(taken.length <= 1 || sum <= bytes).toBe(true)
        const youngest = Math.max(0, ...taken.map(({ lastModified }) => lastModified.getTime()))
        for (const left of all)
          if (!taken.includes(left)) expect(left.lastModified.getTime()).toBeGreaterThanOrEqual(youngest)
      },
    ),
  )
})

it('starts nothing while paused, while a load is open, or without a reason', () => {
  const facts = fc.record({
    enabled: fc.boolean(),
    trigger: fc.constantFrom('manual' as const, 'schedule' as const, 'continuous' as const),
    asked: fc.constantFrom('no' as const, 'due' as const, 'by-person' as const),
    openLoad: fc.boolean(),
    waiting: fc.nat(3),
    failedLoads: fc.nat(4),
  })
  fc.assert(
    fc.property(facts, (given) => {
      const decision = decideRun(given)
      if (!given.enabled || given.openLoad) expect(decision).toBe('idle')
      if (given.trigger !== 'continuous' && given.asked === 'no') expect(decision).toBe('idle')
      if (decision === 'take') expect(given.waiting).toBeGreaterThan(0)
      if (given.asked === 'by-person') expect(decision).not.toBe('stop')
      if (decision === 'stop') expect(given.failedLoads).toBeGreaterThanOrEqual(3)
    }),
  )
})

it('skips names that the engine cannot express, and new versions unless wanted', () => {
  expect(judgeObject({ readable: true, keyKnown: false }, 'ignore')).toBe('wait')
  expect(judgeObject({ readable: true, keyKnown: true }, 'ignore')).toBe('new_version')
  expect(judgeObject({ readable: true, keyKnown: true }, 'load')).toBe('wait')
  expect(judgeObject({ readable: false, keyKnown: false }, 'load')).toBe('unreadable')
})

it('reports what is wrong with a schedule', () => {
  const faults = (trigger: unknown) =>
    pipelineTrigger.safeParse(trigger).error?.issues.map(({ path }) => path.join('.'))
  expect(faults({ kind: 'schedule', cron: '0 2 * * *', timeZone: 'Europe/Berlin' })).toBeUndefined()
  expect(faults({ kind: 'schedule', cron: 'often', timeZone: 'Mars' })).toEqual(['cron', 'timeZone'])
  expect(faults({ kind: 'continuous', pollSeconds: 4 })).toEqual(['pollSeconds'])
})

/** What the store and any number of workers may do between two ledger writes. */
type Event =
  | { kind: 'put'; key: string; etag: string }
  | { kind: 'list'; worker: number }
  | { kind: 'store'; worker: number }
  | { kind: 'kill'; worker: number }
  | { kind: 'load-ends' }

const worker = fc.nat(2)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    key: fc.constantFrom('a', 'b', 'c'),
    etag: fc.constantFrom('1', '2', '3'),
  }),
  fc.record({ kind: fc.constant('list' as const), worker }),
  fc.record({ kind: fc.constant('store' as const), worker }),
  fc.record({ kind: fc.constant('kill' as const), worker }),
  fc.record({ kind: fc.constant('load-ends' as const) }),
)

interface Listed {
  key: string
  etag: string
}

/**
 * Models the ledger: an object is unique by key and ETag; a load and its objects are written together, under a lock,
 * unless a row exists already; and a worker's listing may be long out of date when it stores it.
 */
function play(events: readonly Event[], rule: NewVersionRule, maxObjects: number) {
  const bucket = new Map<string, string>()
  const ledger = new Map<string, 'taken' | 'new_version'>()
  const loads: Listed[][] = []
  const listed = new Map<number, Listed[]>()
  let openLoad = false
  const idOf = ({ key, etag }: Listed) => `${key} ${etag}`
  function store(found: readonly Listed[]) {
    const known = new Set([...ledger.keys()].map((id) => id.split(' ')[0]))
    const unknown = found.filter((object) => !ledger.has(idOf(object)))
    const verdicts = unknown.map((object) => ({
      object,
      verdict: judgeObject({ readable: true, keyKnown: known.has(object.key) }, rule),
    }))
    for (const { object, verdict } of verdicts)
      if (verdict === 'new_version') ledger.set(idOf(object), verdict)
    const ready = verdicts.flatMap(({ object, verdict }) =>
      verdict === 'wait' ? [{ ...object, sizeBytes: 1n, lastModified: new Date(0) }] : [],
    )
    const facts = { enabled: true, trigger: 'continuous', asked: 'no', openLoad, failedLoads: 0 } as const
    if (decideRun({ ...facts, waiting: ready.length }) !== 'take') return
    const taken = chooseObjects(ready, { maxObjects, maxBytes: null })
    for (const object of taken) ledger.set(idOf(object), 'taken')
    loads.push(taken.map(({ key, etag }) => ({ key, etag })))
    openLoad = true
  }
  const lookOnce = () => store([...bucket].map(([key, etag]) => ({ key, etag })))
  for (const step of events) {
    if (step.kind === 'put') bucket.set(step.key, step.etag)
    else if (step.kind === 'list')
      listed.set(
        step.worker,
        [...bucket].map(([key, etag]) => ({ key, etag })),
      )
    else if (step.kind === 'kill') listed.delete(step.worker)
    else if (step.kind === 'store') {
      store(listed.get(step.worker) ?? [])
      listed.delete(step.worker)
    } else openLoad = false
  }
  for (let rest = 0; rest < 9; rest++) {
    openLoad = false
    lookOnce()
  }
  return { bucket, ledger, loads }
}

it('takes each object exactly once, whatever is listed late, killed or uploaded meanwhile', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 40 }),
      fc.constantFrom('ignore' as const, 'load' as const),
      fc.integer({ min: 1, max: 3 }),
      (events, rule, most) => {
        const { bucket, ledger, loads } = play(events, rule, most)
        const taken = loads.flat().map(({ key, etag }) => `${key} ${etag}`)
        expect(new Set(taken).size, 'none is taken twice').toBe(taken.length)
        for (const [key, etag] of bucket) {
          expect(ledger.has(`${key} ${etag}`), 'none is forgotten').toBe(true)
          if (rule === 'load') expect(taken).toContain(`${key} ${etag}`)
        }
        if (rule === 'ignore') {
          const keys = loads.flat().map(({ key }) => key)
          expect(new Set(keys).size, 'one version of each').toBe(keys.length)
        }
      },
    ),
  )
})
