import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tieredPolicy } from '../testing/arbitrary-replica.ts'
import { describeExplanation } from './describe-explanation.ts'
import { explainPart, explainReplica } from './explain-part.ts'
import { groupExplanations, sumByReason } from './group-explanations.ts'
import { isLate, isOverdue } from './is-late.ts'
import type { PlacedPart, PlacedReplica } from './placed-replica.ts'
import { type PlacementReason, placementReasonNames, placementReasons } from './placement-reason.ts'
import { proposeFixes } from './propose-fixes.ts'

const MINUTE = 60_000
const now = Date.UTC(2026, 0, 15)
const toCold = { expression: 't + toIntervalDay(1)', destination: { kind: 'volume', name: 'cold' } } as const

const part = (overrides: Partial<PlacedPart> = {}): PlacedPart => ({
  name: '202601_1_1_0',
  partitionId: '202601',
  partition: '202601',
  disk: 'default',
  rows: 10n,
  bytesOnDisk: 1000n,
  ttls: [{ expression: toCold.expression, dueMs: now - 60 * MINUTE }],
  maxDateMs: null,
  maxTimeMs: now,
  ...overrides,
})

const replica = (overrides: Partial<PlacedReplica> = {}): PlacedReplica => ({
  node: 'n1',
  nowMs: now,
  policy: tieredPolicy,
  disks: [
    { name: 'default', unreservedBytes: 1_000_000n, unusable: false },
    { name: 's3_cached', unreservedBytes: null, unusable: false },
  ],
  rules: [toCold],
  partitionKey: 'toYYYYMM(t)',
  dateColumns: [{ name: 't', type: 'DateTime', inPartitionKey: true }],
  parts: [part()],
  movingParts: new Set(),
  mergingParts: new Map(),
  materializingParts: new Map(),
  failedMoves: new Map(),
  movePool: { busy: 0, size: 2 },
  stopped: null,
  held: new Map(),
  ...overrides,
})

const hour = { lastMs: now - MINUTE, errorCode: 499, exception: 'S3 is away' }
const limited = {
  ...tieredPolicy,
  volumes: tieredPolicy.volumes.map((volume) => ({ ...volume, maxDataPartSizeBytes: 999n })),
}
const later = { ttls: [{ expression: toCold.expression, dueMs: now + MINUTE }] }
const name = part().name

const cases: [PlacementReason, Partial<PlacedReplica>, Partial<PlacedPart>?][] = [
  ['in-place', {}, { disk: 's3_cached' }],
  ['not-due', {}, later],
  ['no-rule', { rules: [] }],
  ['ahead-of-rule', {}, { ...later, disk: 's3_cached' }],
  ['ahead-of-rule', {}, { ttls: [], disk: 's3_cached' }],
  ['moving', { movingParts: new Set([name]) }],
  [
    'held-by-migration',
    { held: new Map([['202601', { migrationId: 'm', toVolume: 'cold', stepRunning: true }]]) },
  ],
  ['merging', { mergingParts: new Map([[name, { mutation: false, resultPart: 'x' }]]) }],
  ['mutating', { mergingParts: new Map([[name, { mutation: true, resultPart: 'x' }]]) }],
  ['materializing-ttl', { materializingParts: new Map([[name, 'mutation_7.txt']]) }, { ttls: [] }],
  ['just-due', {}, { ttls: [{ expression: toCold.expression, dueMs: now - MINUTE }] }],
  ['queued', { movePool: { busy: 2, size: 2 } }],
  ['no-ttl-info', {}, { ttls: [] }],
  ['no-ttl-info', {}, { ttls: [{ expression: 'a former rule', dueMs: 0 }] }],
  ['single-volume', { policy: { name: 'p', volumes: tieredPolicy.volumes.slice(0, 1) } }],
  ['destination-missing', { rules: [{ ...toCold, destination: { kind: 'disk', name: 'gone' } }] }],
  ['destination-unusable', { disks: [{ name: 's3_cached', unreservedBytes: null, unusable: true }] }],
  ['part-too-large', { policy: limited }],
  ['moves-stopped', { stopped: { source: 'ledger', sinceMs: now, by: 'w' } }],
  ['retry-storm', { failedMoves: new Map([[name, { ...hour, failures: 5 }]]) }],
  ['retry-storm', { movingParts: new Set([name]), failedMoves: new Map([[name, { ...hour, failures: 5 }]]) }],
  ['move-failing', { failedMoves: new Map([[name, { ...hour, failures: 1 }]]) }],
  ['no-space', { disks: [{ name: 's3_cached', unreservedBytes: 999n, unusable: false }] }],
  ['not-attempted', {}],
  ['not-attempted', { failedMoves: new Map([[name, { ...hour, failures: 9, lastMs: now - 30 * MINUTE }]]) }],
]

describe('a part', () => {
  it.each(cases)('is explained: %s', (reason, around, own = {}) => {
    const explained = explainPart(part(own), replica(around))
    expect(explained.reason).toBe(reason)
    expect(describeExplanation(explained, replica(around)).text).toMatch(/^\S.{15,}\S$/)
  })

  it('TO DISK ignores max_data_part_size', () => {
    const rules = [{ ...toCold, destination: { kind: 'disk', name: 's3_cached' } as const }]
    expect(explainPart(part(), replica({ policy: limited, rules })).reason).toBe('not-attempted')
  })

  it('follows the rule that became due last, and the last one of equals', () => {
    const back = { expression: 'b', destination: { kind: 'volume', name: 'hot' } } as const
    const rules = [toCold, back]
    const ttls = (cold: number, hot: number) => ({
      ttls: [
        { expression: toCold.expression, dueMs: now - cold },
        { expression: back.expression, dueMs: now - hot },
      ],
    })
    expect(explainPart(part(ttls(2, 1)), replica({ rules })).rule).toBe(back)
    expect(explainPart(part(ttls(1, 2)), replica({ rules })).rule).toBe(toCold)
    expect(explainPart(part(ttls(1, 1)), replica({ rules })).rule).toBe(back)
  })

  it('without TTL information it gets an estimate, marked as such, and is not late', () => {
    const explained = explainPart(part({ ttls: [], maxTimeMs: now - 3 * 86_400_000 }), replica())
    expect(explained).toMatchObject({ reason: 'no-ttl-info', dueMs: null })
    expect(explained.estimate?.dueMs).toBe(now - 2 * 86_400_000)
    expect(isLate(explained, now)).toBe(false)
    expect([isOverdue(explained, now), isOverdue(explained, now - 3 * 86_400_000)]).toEqual([true, false])
    expect(describeExplanation(explained, replica()).text).toContain(
      'Estimated due time from the newest t of the part: about 2026-01-13 00:00:00 UTC.',
    )
  })

  it('is not due when its time is shown in 32 bits, and both times are given', () => {
    const ttls = [
      { expression: toCold.expression, dueMs: Date.UTC(2126, 0, 1), shownMs: Date.UTC(1989, 10, 25) },
    ]
    const explained = explainPart(part({ ttls }), replica())
    expect(explained.reason).toBe('not-due')
    const { text, certainty } = describeExplanation(explained, replica())
    expect(text).toMatch(/due 2126-01-01 .* 1989-11-25 /)
    expect(certainty).toBe('inferred')
  })

  it('in a migration that has moved it is judged by its rule', () => {
    const held = new Map([['202601', { migrationId: 'm', toVolume: 'cold', stepRunning: false }]])
    expect(explainPart(part({ disk: 's3_cached' }), replica({ held })).reason).toBe('in-place')
  })
})

it('has a case for every reason', () => {
  expect([...new Set(cases.map(([reason]) => reason))].sort()).toEqual([...placementReasonNames].sort())
})

const anyPart = fc
  .record({
    index: fc.nat(50),
    disk: fc.constantFrom('default', 'local2', 's3_cached', 'nowhere'),
    bytesOnDisk: fc.bigInt(0n, 2000n),
    due: fc.option(fc.integer({ min: -100, max: 100 })),
  })
  .map(({ index, disk, bytesOnDisk, due }) =>
    part({
      name: `${index}_1_1_0`,
      partitionId: String(index % 7),
      disk,
      bytesOnDisk,
      ttls: due === null ? [] : [{ expression: toCold.expression, dueMs: now + due * MINUTE }],
    }),
  )

it('loses no part and no byte between parts, findings and sums', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 60 }), fc.boolean(), (parts, full) => {
      const at = replica({ parts, ...(full ? { movePool: { busy: 2, size: 2 } } : {}) })
      const explanations = explainReplica(at)
      const findings = groupExplanations([{ replica: at, explanations }])
      const sums = sumByReason(findings)
      expect(sums.reduce((sum, { parts: count }) => sum + count, 0)).toBe(parts.length)
      expect(sums.reduce((sum, { bytes }) => sum + bytes, 0n)).toBe(
        parts.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n),
      )
      for (const finding of findings) {
        const { state } = placementReasons[finding.reason]
        if (state === 'blocked') expect(proposeFixes(finding).length).toBeGreaterThan(0)
      }
      const states = sums.map(({ reason }) => placementReasons[reason].state)
      const ranks = states.map((state) => ['blocked', 'working', 'settled'].indexOf(state))
      expect(ranks).toEqual([...ranks].sort())
    }),
  )
})
