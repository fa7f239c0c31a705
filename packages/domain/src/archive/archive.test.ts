import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChosen } from './archive-choice.ts'
import { archiveFileKey, isArchiveKey, manifestKey, stepFolder } from './archive-keys.ts'
import { addContents, type ContentChecks, compareContents, compareFrozen } from './archive-proof.ts'
import { archiveStages, openStepStates } from './archive-stage.ts'
import { planArchiveFiles } from './plan-archive-files.ts'

const parts = fc
  .array(
    fc.record({
      rows: fc.bigInt({ min: 0n, max: 10_000n }),
      bytesOnDisk: fc.bigInt({ min: 1n, max: 5_000n }),
      hash: fc.stringMatching(/^[0-9a-f]{4}$/),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((part, index) => ({ name: `p_${index}_${index}_0`, ...part })))

describe('planArchiveFiles', () => {
  const limits = { targetBytes: 1_000n, maxBytes: 2_000n }

  it('puts each row into exactly one file, in order', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const rowsOf = new Map(given.map(({ name, rows }) => [name, rows]))
        const covered = new Map<string, bigint>()
        for (const { selection, rows } of planArchiveFiles(given, limits)) {
          const { range } = selection
          let sum = 0n
          for (const name of selection.parts) {
            const before = covered.get(name) ?? 0n
            if (range) expect(BigInt(range.from)).toBe(before)
            else expect(before).toBe(0n)
            const own = range ? BigInt(range.to) - BigInt(range.from) : (rowsOf.get(name) ?? 0n)
            covered.set(name, before + own)
            sum += own
          }
          expect(rows).toBe(sum)
          expect(rows).toBeGreaterThan(0n)
        }
        for (const { name, rows } of given) expect(covered.get(name) ?? 0n).toBe(rows)
      }),
    )
  })

  it('keeps files below the maximum, except of a part with fewer rows than pieces', () => {
    fc.assert(
      fc.property(parts, (given) => {
        for (const { bytes, rows } of planArchiveFiles(given, limits))
          expect(bytes <= limits.maxBytes || rows === 1n).toBe(true)
      }),
    )
  })
})

describe('compareFrozen', () => {
  it('finds what is gone and what is late', () => {
    fc.assert(
      fc.property(parts, parts, fc.nat(), (frozen, more, cut) => {
        const late = more.map((part) => ({ ...part, name: `late_${part.name}` }))
        const kept = frozen.filter((_, index) => index !== cut % (frozen.length + 1))
        const found = compareFrozen(frozen, [...kept, ...late])
        expect(found.late).toEqual(late)
        expect(found.gone).toEqual(frozen.filter((part) => !kept.includes(part)).map(({ name }) => name))
      }),
    )
  })

  it('does not take a part of the same name with other content for it', () => {
    const part = { name: 'a_1_1_0', rows: 5n, hash: 'x' }
    expect(compareFrozen([part], [{ ...part, hash: 'y' }]).gone).toEqual(['a_1_1_0'])
    expect(compareFrozen([part], [{ ...part, rows: 6n }]).gone).toEqual(['a_1_1_0'])
  })
})

const sum = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const checks: fc.Arbitrary<ContentChecks> = fc.record({
  rows: fc.nat().map(String),
  rowSum: sum,
  columnSums: fc.tuple(sum, sum),
  keyRange: fc.constant(null),
})

describe('compareContents', () => {
  const columns = ['a', 'b']

  it('passes only equal contents with the expected rows', () => {
    fc.assert(
      fc.property(checks, checks, (source, file) => {
        expect(compareContents(columns, BigInt(source.rows), source, source)).toBeNull()
        const isEqual = JSON.stringify(source) === JSON.stringify(file)
        expect(compareContents(columns, BigInt(source.rows), source, file) === null).toBe(isEqual)
        expect(compareContents(columns, BigInt(source.rows) + 1n, source, source)).toMatch(/row policy/)
      }),
    )
  })

  it('adds up to the same in any order', () => {
    fc.assert(
      fc.property(fc.array(checks, { minLength: 1 }), (all) => {
        expect(addContents(all.toReversed())).toEqual(addContents(all))
      }),
    )
  })
})

describe('keys', () => {
  it('are known as those of archives, in any folder, for any name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'cold/', 'a/b/'),
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (prefix, database, table) => {
          const folder = stepFolder({ prefix, database, table, runId: 'r' }, '202401')
          const key = archiveFileKey(folder, { shard: 1, ordinal: 2, attempt: 3, format: 'Parquet' })
          expect(isArchiveKey(key) && isArchiveKey(manifestKey(folder, 1))).toBe(true)
          expect(key).toMatch(/^[\w./-]+\/archive_partition=202401\/r\/shard-1-00002-3\.parquet$/)
          expect(key).not.toMatch(/\/\/|\/\.\.?\//)
        },
      ),
    )
    expect(isArchiveKey('abc/frostline-archives/x')).toBe(false)
  })
})

it('chooses by the newest row, and never a partition without a time', () => {
  const now = Date.UTC(2026, 0, 31)
  const old = { partitionId: 'a', newestMs: Date.UTC(2026, 0, 1) }
  expect(isChosen({ kind: 'older-than', days: 29 }, old, now)).toBe(true)
  expect(isChosen({ kind: 'older-than', days: 30 }, old, now)).toBe(false)
  expect(isChosen({ kind: 'older-than', days: 0 }, { partitionId: 'b', newestMs: null }, now)).toBe(false)
  expect(isChosen({ kind: 'partitions', partitionIds: ['a'] }, old, now)).toBe(true)
})

it('drops only what is detached, and detaches only what is proved', () => {
  expect(archiveStages.map((stage) => [stage, openStepStates(stage)])).toEqual([
    ['exporting', ['planned', 'exporting']],
    ['detaching', ['proved', 'detaching']],
    ['dropping', ['detached', 'dropping']],
    ['restoring', ['planned', 'exporting', 'proved', 'detaching', 'detached', 'attaching']],
  ])
})
