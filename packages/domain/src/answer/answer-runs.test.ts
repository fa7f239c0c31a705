import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runStatuses } from '../run/run-status.ts'
import { migrationStatuses } from '../tier-migration/migration-status.ts'
import { answerDiskCheck, answerReplay, answerThroughput, answerTiers } from './answer-benchmarks.ts'
import { answerAudit, answerRemoval, answerRemovalPlan } from './answer-bucket.ts'
import { answerWarmup, answerWarmupPlan } from './answer-cache.ts'
import { answerChangeSet } from './answer-change-set.ts'
import { answerBatch, answerScheduledRun } from './answer-migration.ts'
import {
  answerExit,
  answerGeneration,
  answerGenerationPlan,
  answerPolicyChange,
  answerRepair,
  answerRepairPlan,
  answerRollout,
} from './answer-runs.ts'
import { bytes, count, expectSentence, sum } from './testing/answer-figures.ts'
import { answerText } from './words.ts'

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

describe('answerChangeSet', () => {
  const changes = [
    { action: 'create', cluster: 'prod' },
    { action: 'create', cluster: 'lab' },
    { action: 'remove', cluster: null },
  ] as const
  const run = { made: 0, failed: 0, needsApproval: true, waitReason: null, changes }
  const says = (change: Partial<Parameters<typeof answerChangeSet>[0]>) => {
    const { tone, words } = answerChangeSet({ ...run, status: 'running', ...change })
    return [tone, answerText({ tone, words })]
  }

  it('says what changes, where, and what it waits for', () => {
    const what = '2 creates and 1 removal in lab, prod and the whole console'
    expect(says({ status: 'waiting' })).toEqual([
      'warn',
      `${what}; nothing is changed yet; a second person must approve it.`,
    ])
    expect(says({ status: 'failed', made: 1, failed: 1 })).toEqual([
      'danger',
      `${what}; 1 of 3 changes is made; 1 change failed.`,
    ])
    expect(says({ status: 'completed', made: 3 })).toEqual(['ok', `All 3 changes are made: ${what}.`])
    expect(says({ status: 'completed', made: 1, changes: [{ action: 'update', cluster: 'prod' }] })[1]).toBe(
      'The change is made: 1 update in prod.',
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
          answerRollout({
            ...{ status, reverts: false, nodes: ['completed', 'failed'], restarts: 1 },
            waitReason: common.waitReason,
          }),
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
          answerChangeSet({
            ...{ ...common, made: amount % 3, failed: amount % 2, needsApproval: amount % 2 === 0 },
            changes: [
              { action: 'create', cluster: 'prod' },
              { action: 'remove', cluster: null },
            ],
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
      answerRollout({
        ...{ status: 'planned', reverts: false, nodes: ['planned', 'planned'], restarts: 1 },
        waitReason: null,
      }),
    ),
  ).toBe('Nothing is written yet: 2 nodes would get the file; 1 node would be restarted, one at a time.')
  expect(
    answerText(
      answerRollout({
        ...{ status: 'queued', reverts: false, nodes: ['planned'], restarts: 1 },
        waitReason: 'The approval of 1 person is missing.',
      }),
    ),
  ).toBe('0 of 1 node has the new file; it waits: The approval of 1 person is missing.')
})

it('says what a queued repair waits for', () => {
  const repair = { status: 'queued' as const, verb: 'Sync', replicaName: 'r2', before: null, after: null }
  expect(answerText(answerRepair({ ...repair, waitReason: null }))).toBe(
    'Sync of replica r2 waits for a worker.',
  )
  const waitReason = 'The approval of 1 person is missing (rule “Repairs”).'
  expect(answerText(answerRepair({ ...repair, waitReason }))).toBe(
    'Sync of replica r2 has not begun; it waits: The approval of 1 person is missing (rule “Repairs”).',
  )
})
