import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runStatuses } from '../run/run-status.ts'
import { migrationStatuses } from '../tier-migration/migration-status.ts'
import { stepActivities, waitsForTurn } from '../tier-migration/progress.ts'
import { noTtlLoad, type TtlLoad } from '../ttl/ttl-load.ts'
import { noTtlLoss } from '../ttl/ttl-loss.ts'
import { answerDiskCheck, answerReplay, answerThroughput, answerTiers } from './answer-benchmarks.ts'
import { answerAudit, answerRemoval, answerRemovalPlan } from './answer-bucket.ts'
import { answerWarmup, answerWarmupPlan } from './answer-cache.ts'
import { answerLoad, answerLoadPlan, sumOverTime } from './answer-load.ts'
import {
  type AnsweredStep,
  answerBatch,
  answerMigration,
  answerPlan,
  answerScheduledRun,
  describeWait,
  groupWaits,
} from './answer-migration.ts'
import {
  answerExit,
  answerGeneration,
  answerGenerationPlan,
  answerPolicyChange,
  answerRepair,
  answerRepairPlan,
  answerRollout,
} from './answer-runs.ts'
import { answerTtl } from './answer-ttl.ts'
import { type Answer, answerText, type Figure, figuresOf } from './words.ts'

const bytes = fc.bigInt({ min: 1n, max: 1n << 60n })
const count = fc.integer({ min: 0, max: 1_000_000 })
const bigCount = fc.bigInt({ min: 0n, max: 1_000_000n })
const sum = fc.record({ objects: bigCount, bytes })

const sizesOf = (answer: Answer) => valuesOf(answer, 'bytes')
const countsOf = (answer: Answer) => valuesOf(answer, 'count')

function valuesOf(answer: Answer, kind: 'bytes' | 'count'): bigint[] {
  return figuresOf(answer).flatMap((figure: Figure) =>
    figure.kind === kind && 'value' in figure && typeof figure.value === 'bigint' ? [figure.value] : [],
  )
}

/** A sentence: it starts with a capital or a figure, ends with one full stop, and has no hole. */
function expectSentence(answer: Answer): void {
  const text = answerText(answer)
  expect(text).toMatch(/^[A-Z0-9]/)
  expect(text).toMatch(/[^.;,\s]\.$/)
  expect(text).not.toMatch(/undefined|null|NaN|\s{2}|; ;|, ,/)
}

describe('answerTtl', () => {
  const MiB = 1024n * 1024n
  const part = (parts: number, sizeBytes: bigint) => ({ parts, rows: 1n, bytes: sizeBytes })
  const due = { ...noTtlLoad(), waits: part(18, (425n * MiB) / 100n) }

  it('says what stays, that nothing is lost, and what heavy would do', () => {
    const heavy = {
      ...noTtlLoad(),
      rewritten: part(40, (981n * MiB) / 100n + 1n),
      movesNow: part(18, (425n * MiB) / 100n),
    }
    expect(answerText(answerTtl({ gentle: due, heavy }))).toBe(
      '18 parts (4.25 MiB) are due and stay; nothing is lost; heavy would rewrite 9.81 MiB and move 4.25 MiB immediately.',
    )
  })

  it('says that nothing happens', () => {
    expect(answerText(answerTtl({ gentle: noTtlLoad(), heavy: noTtlLoad() }))).toBe(
      'No part is due; nothing is lost; heavy does the same.',
    )
  })

  it('never says that nothing is lost where something is', () => {
    const loss = { ...noTtlLoss, parts: 2, deletedRows: 12n, atMost: true }
    const heavy = { ...noTtlLoad(), rewritten: part(2, MiB), loss }
    expect(answerTtl({ gentle: noTtlLoad(), heavy }).tone).toBe('danger')
    expect(answerText(answerTtl({ gentle: noTtlLoad(), heavy }))).toBe(
      'No part is due; gentle loses nothing; heavy would rewrite 1.00 MiB, move nothing and delete up to 12 rows immediately.',
    )
    expect(answerText(answerTtl({ gentle: { ...noTtlLoad(), loss }, heavy }))).toContain(
      'merges delete up to 12 rows',
    )
  })

  it('has the figures of the table below it, and no others', () => {
    const totals = fc.record({ parts: count, rows: bigCount, bytes })
    const load: fc.Arbitrary<TtlLoad> = fc
      .tuple(totals, totals, totals, totals, totals)
      .map(([movesNow, waits, blocked, unknown, rewritten]) => ({
        ...noTtlLoad(),
        ...{ movesNow, waits, blocked, unknown, rewritten },
      }))
    fc.assert(
      fc.property(load, load, (gentle, heavy) => {
        const answer = answerTtl({ gentle, heavy })
        expectSentence(answer)
        const own = [gentle.movesNow, gentle.waits, gentle.blocked, gentle.unknown].filter(
          ({ parts }) => parts > 0,
        )
        expect(countsOf(answer)).toEqual(own.map(({ parts }) => BigInt(parts)))
        const sizes = sizesOf(answer)
        expect(sizes.slice(0, own.length)).toEqual(own.map((each) => each.bytes))
        for (const size of sizes.slice(own.length))
          expect([heavy.rewritten.bytes, heavy.movesNow.bytes]).toContain(size)
        expect(answerText(answer)).toContain('nothing is lost')
      }),
    )
  })
})

const step: fc.Arbitrary<AnsweredStep> = fc.record({
  status: fc.constantFrom('planned', 'running', 'completed', 'failed', 'cancelled', 'skipped'),
  nodeName: fc.constantFrom('shard-1', 'shard-2', 'shard-3', 'shard-4'),
  activity: fc.option(fc.constantFrom(...stepActivities)),
  waitReason: fc.option(fc.constantFrom('The store is slow.', 'A merge is running.', waitsForTurn)),
  proof: fc.option(fc.constantFrom('identical', 'merged', 'changed', 'incomplete')),
  deepCheckVerdict: fc.option(fc.constantFrom('passed', 'failed')),
})

describe('answerPlan', () => {
  const plan = {
    ...{ accepted: true, checks: [], parts: 18, bytes: 1024n, steps: 3, target: 'cold' },
    duration: { fastMs: 60_000, slowMs: 120_000 },
  }

  it('says what moves, where, and how long it takes', () => {
    expect(answerText(answerPlan(plan))).toBe(
      '18 parts (1.00 KiB) would move to cold in 3 steps; it takes 60.0 s to 120.0 s.',
    )
    expect(answerText(answerPlan({ ...plan, duration: null, checks: [{ outcome: 'warning' }] }))).toBe(
      '18 parts (1.00 KiB) would move to cold in 3 steps; how long it takes is not known yet; 1 check warns.',
    )
    expect(answerText(answerPlan({ ...plan, accepted: false, checks: [{ outcome: 'blocking' }] }))).toBe(
      'The plan cannot start: 1 check blocks it.',
    )
  })
})

describe('answerMigration', () => {
  const run = {
    ...{ status: 'running' as const, isCheck: false, target: 'cold', leftMs: null },
    ...{ movedParts: 1, movedBytes: 1024n, totalParts: 2, totalBytes: 2048n },
  }
  const idle = {
    status: 'running',
    activity: null,
    waitReason: null,
    proof: null,
    deepCheckVerdict: null,
  } as const
  const held = (nodeName: string, waitReason: string) =>
    ({ ...idle, nodeName, activity: 'held', waitReason }) as const

  it('waits in one line, however many steps and lanes wait', () => {
    const steps = [
      held('shard-1', 'The store is slow: 2 s.'),
      held('shard-1', 'The store is slow: 13 s.'),
      held('shard-2', 'The store is slow: 1 s.'),
      held('shard-2', 'A merge is running.'),
      { ...idle, nodeName: 'shard-1', activity: 'ready', waitReason: waitsForTurn } as const,
    ]
    expect(answerText(answerMigration({ ...run, steps }))).toBe(
      '1.00 KiB of 2.00 KiB arrived on cold; it waits: shard-1, shard-2: The store is slow: 2 s, and 1 other reason.',
    )
    expect(describeWait(steps.slice(4))).toBeNull()
  })

  it('says before the start that nothing has moved', () => {
    const steps = [{ ...idle, nodeName: 'shard-1', status: 'planned' } as const]
    expect(answerText(answerMigration({ ...run, status: 'planned', steps }))).toBe(
      'Nothing has moved: 2 parts (2.00 KiB) would move to cold in 1 step after the start.',
    )
  })

  it('is green only when every step is proved identical', () => {
    const done = { ...idle, nodeName: 'a', status: 'completed', proof: 'identical' } as const
    const end = (steps: readonly AnsweredStep[]) => answerMigration({ ...run, status: 'completed', steps })
    expect(end([done]).tone).toBe('ok')
    expect(answerText(end([done]))).toBe(
      'All 2 parts (2.00 KiB) arrived on cold; 1 of 1 step has the same parts, rows, bytes and hashes before and after.',
    )
    expect(end([done, { ...done, proof: 'changed' }]).tone).toBe('warn')
    expect(answerText(end([done, { ...done, status: 'skipped', proof: null }]))).toContain(
      '1 step arrived on cold, 1 was skipped',
    )
  })

  it('is a sentence with only figures of the run in every state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...migrationStatuses),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        bytes,
        bytes,
        count,
        (status, isCheck, steps, movedBytes, totalBytes, totalParts) => {
          const answer = answerMigration({
            ...{ status, isCheck, steps, movedBytes, totalBytes, totalParts },
            ...{ movedParts: 0, target: 'cold', leftMs: null },
          })
          expectSentence(answer)
          for (const size of sizesOf(answer)) expect([movedBytes, totalBytes]).toContain(size)
          expect(answer.tone === 'danger').toBe(status === 'failed')
          const waits = groupWaits(steps)
          expect(waits.reduce((all, wait) => all + wait.steps, 0)).toBe(
            steps.filter(({ activity, waitReason }) => activity === 'held' && waitReason !== null).length,
          )
        },
      ),
    )
  })
})

describe('answerLoad', () => {
  const load = {
    ...{ status: 'completed' as const, target: 'demo.trips', totalFiles: 3, totalBytes: 2048n },
    ...{ loadedFiles: 3, loadedBytes: 2048n, loadedRows: 1_200n, skippedRows: 0n, failedFiles: 0 },
    ...{ waitReason: null, leftMs: null },
  }

  it('says what is in the table, and what is not', () => {
    expect(answerText(answerLoad(load))).toBe('All 3 objects (2.00 KiB) are in demo.trips with 1,200 rows.')
    expect(
      answerText(
        answerLoad({
          ...load,
          status: 'failed',
          loadedFiles: 2,
          loadedBytes: 1024n,
          failedFiles: 1,
          skippedRows: 2n,
        }),
      ),
    ).toBe(
      '2 of 3 objects (1.00 KiB of 2.00 KiB) are in demo.trips with 1,200 rows; 1 object has failed or changed, and none of its rows is in the table; 2 bad rows were skipped.',
    )
  })

  it('is a sentence with the figures of the page in every state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...runStatuses),
        fc.option(fc.constant('The source is slow.')),
        count,
        bytes,
        bigCount,
        (status, waitReason, files, loadedBytes, loadedRows) => {
          const answer = answerLoad({
            ...{ ...load, status, waitReason, loadedFiles: files, totalFiles: files + 1 },
            ...{ loadedBytes, totalBytes: loadedBytes + 1n, loadedRows },
          })
          expectSentence(answer)
          expect(sizesOf(answer)).toEqual([loadedBytes, loadedBytes + 1n])
          expect(countsOf(answer)).toEqual([BigInt(files + 1), loadedRows])
        },
      ),
    )
  })

  it('ends at the sum of its batches over time, and never goes back', () => {
    const batch = fc.record({
      finishedAt: fc.option(fc.date({ min: new Date(1e12), max: new Date(2e12), noInvalidDate: true })),
      ...{ rows: bigCount, bytes, loaded: fc.boolean() },
    })
    fc.assert(
      fc.property(fc.array(batch), (batches) => {
        const points = sumOverTime(new Date(0), batches)
        const done = batches.filter(({ finishedAt, loaded }) => finishedAt && loaded)
        expect(points).toHaveLength(done.length + 1)
        expect(points.at(-1)?.rows).toBe(done.reduce((all, { rows }) => all + rows, 0n))
        expect(points.at(-1)?.bytes).toBe(done.reduce((all, each) => all + each.bytes, 0n))
        for (const [index, point] of points.slice(1).entries())
          expect(point.at.getTime()).toBeGreaterThanOrEqual(points[index]?.at.getTime() ?? 0)
      }),
    )
    expect(sumOverTime(null, [])).toEqual([])
  })

  it('tells a plan', () => {
    const plan = { accepted: true, blocking: 0, warnings: 1, objects: 12, sizeBytes: 1024n, batches: 1 }
    expect(answerText(answerLoadPlan({ ...plan, target: 'demo.trips', duration: null }))).toBe(
      '12 objects (1.00 KiB) would be loaded into demo.trips in 1 batch; 1 check warns.',
    )
    expect(
      answerText(
        answerLoadPlan({ ...plan, accepted: false, blocking: 2, target: 'demo.trips', duration: null }),
      ),
    ).toBe('The load cannot start: 2 checks block it.')
  })
})

describe('answerAudit', () => {
  const audit = {
    ...{
      status: 'completed' as const,
      objects: 10n,
      objectBytes: 1024n,
      missing: 0n,
      unexplained: 0n,
      tooNew: 0n,
    },
    ...{ orphans: { objects: 0n, bytes: 0n }, inconclusive: false, replicasRead: 2, replicas: 2 },
  }

  it('never counts orphans that it does not know', () => {
    expect(answerText(answerAudit(audit))).toBe(
      'None of 10 objects (1.00 KiB) is an orphan; no object is missing.',
    )
    expect(answerText(answerAudit({ ...audit, orphans: { objects: 3n, bytes: 512n }, missing: 1n }))).toBe(
      '3 orphans (512 B) of 10 objects (1.00 KiB) can be removed; 1 object that tables need is missing.',
    )
    expect(answerText(answerAudit({ ...audit, tooNew: 10n }))).toContain('10 objects are too new to judge')
    expect(answerText(answerAudit({ ...audit, inconclusive: true }))).toBe(
      'How many of 10 objects (1.00 KiB) are orphans is unknown, because a replica was not read; no object is missing.',
    )
  })
})

it('is a sentence for every other run, in every state', () => {
  const waitReason = fc.option(fc.constant('The node is away.'))
  fc.assert(
    fc.property(
      fc.constantFrom(...runStatuses),
      fc.constantFrom(...migrationStatuses),
      waitReason,
      sum,
      sum,
      count,
      bytes,
      (status, planned, wait, one, other, amount, size) => {
        const common = { status, waitReason: wait, leftMs: null }
        const answers = [
          answerAudit({
            ...{ status, objects: one.objects, objectBytes: size, orphans: other, missing: one.objects },
            ...{
              unexplained: other.objects,
              tooNew: one.objects,
              inconclusive: amount % 2 === 0,
              replicasRead: 1,
              replicas: 2,
            },
          }),
          answerRemoval({
            ...{ status, left: one, held: other, deleted: one, restored: other, untouched: one },
            deleteAt: amount % 2 === 0 ? new Date(0) : null,
          }),
          answerRemovalPlan({ removed: one, kept: other, obstacles: amount % 2, replicas: 2 }),
          answerWarmup({
            ...{ ...common, wantedBytes: size, fetchedBytes: one.bytes, requests: 3n },
            ...{ cachedAfterBytes: amount % 2 === 0 ? null : size, failed: amount, speedUp: 3.2 },
          }),
          answerWarmupPlan([
            {
              ...{ partitions: amount, wantedBytes: size, cachedBytes: 0n, toFetchBytes: size },
              ...{ evictedBytes: one.bytes, refused: amount % 2 === 0 },
            },
          ]),
          answerGeneration({
            ...{ ...common, atMost: false, writtenFiles: amount, writtenRows: 1n, writtenBytes: size },
            totalFiles: amount + 1,
          }),
          answerGenerationPlan({
            ...{ files: amount, rows: amount, atMost: true, sizeBytes: size, writers: 2, obstacle: false },
          }),
          answerTiers({
            ...{ ...common, completed: amount, statements: amount + 1 },
            medians: [
              { tier: 'hot', medianMs: 1 + amount },
              { tier: 'cold', medianMs: amount % 2 === 0 ? null : 3 },
            ],
          }),
          answerReplay({
            ...{ ...common, ended: amount, all: amount + 1 },
            targets: [
              { letter: 'A', medianMs: amount % 2 === 0 ? null : 4, failed: amount },
              { letter: 'B', medianMs: 5, failed: 0 },
            ],
          }),
          answerDiskCheck({ ...common, checks: [{ status: 'completed' }, { status: 'failed' }] }),
          answerThroughput({
            ...common,
            steps: [
              { name: 'inserts', bytesPerSecond: [] },
              { name: 'cold reads', bytesPerSecond: amount % 2 === 0 ? [] : [1e6, 3e6 + amount] },
            ],
          }),
          answerRollout({ status, reverts: false, nodes: ['completed', 'failed'], restarts: 1 }),
          answerRepair({
            ...{ ...common, verb: 'Sync', replicaName: 'r2' },
            ...{ before: { node: 'n', rows: 1n, queued: 2n }, after: null },
          }),
          answerScheduledRun({ plannedBytes: one.bytes, leftOutBytes: other.bytes, tables: amount }),
          answerBatch({
            ...{ status: planned, target: 'cold', tables: [planned, 'completed', 'failed'] },
            ...{ movedBytes: one.bytes, totalBytes: other.bytes },
          }),
          answerPolicyChange({
            ...{ policy: 'tiered', refused: false, nodes: amount, bytes: size },
            ...{ bytesDueAtOnce: one.bytes, final: amount % 2 === 0 },
          }),
          answerRepairPlan({
            ...{ verb: 'Sync', target: 'r2', refused: amount % 2 === 0, warnings: amount },
            replica: amount % 3 === 0 ? null : { node: 'n', rows: 1n, queued: 2n },
          }),
          answerExit({
            ...{ status: planned, goesBack: false, partitions: amount, waitReason: wait },
            ...{ movedBytes: size, totalBytes: size, replicasOff: 1, replicas: 2 },
          }),
        ]
        for (const answer of answers) expectSentence(answer)
      },
    ),
  )
})

it('compares the slowest tier with the fastest', () => {
  const medians = [
    { tier: 'hot', medianMs: 10 },
    { tier: 'cold', medianMs: 45 },
  ]
  expect(
    answerText(answerTiers({ status: 'completed', completed: 9, statements: 9, medians, waitReason: null })),
  ).toBe('Cold takes 4.50× as long as hot (0.0 s and 0.0 s in the median).')
})

it('says the files of a rollout before anything is written', () => {
  expect(
    answerText(
      answerRollout({ status: 'planned', reverts: false, nodes: ['planned', 'planned'], restarts: 1 }),
    ),
  ).toBe('Nothing is written yet: 2 nodes would get the file; 1 node would be restarted, one at a time.')
})
