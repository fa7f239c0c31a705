import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk } from '../policy/storage-policy.ts'
import { arbitraryParts, makePart, tieredPolicy } from '../testing/arbitrary-replica.ts'
import { decideNextAction, type StepObservation } from './next-action.ts'
import { measureStepProgress } from './progress.ts'
import { judgeProof, type PartWitness, takeWitness } from './proof.ts'

function look(parts: readonly Part[], busy: Partial<StepObservation> = {}): StepObservation {
  return { policy: tieredPolicy, parts, mergingParts: [], movingParts: [], replication: null, ...busy }
}

/** What the server does with an action: the named parts change disk and nothing else. */
function obey(
  parts: readonly Part[],
  before: readonly PartWitness[],
  granularity: 'part' | 'partition',
): Part[] {
  const action = decideNextAction(before, look(parts), 'cold', granularity)
  const moved = new Set(
    action.kind === 'move-part'
      ? [action.part.name]
      : action.kind === 'move-partition'
        ? action.parts.map((part) => part.name)
        : [],
  )
  return parts.map((part) => (moved.has(part.name) ? { ...part, disk: 's3_cached' } : part))
}

/** A merge of two neighbours: their rows together, in a part that covers both. */
function merge(a: Part, b: Part): Part {
  return {
    ...a,
    name: `${a.partitionId}_${a.minBlock}_${b.maxBlock}_1`,
    rows: a.rows + b.rows,
    hash: `${a.hash}+${b.hash}`,
    disk: a.disk === 's3_cached' || b.disk === 's3_cached' ? 's3_cached' : a.disk,
    minBlock: a.minBlock < b.minBlock ? a.minBlock : b.minBlock,
    maxBlock: a.maxBlock > b.maxBlock ? a.maxBlock : b.maxBlock,
  }
}

describe('decideNextAction', () => {
  it('reaches the goal from any start, and the proof is identical', () => {
    fc.assert(
      fc.property(
        arbitraryParts,
        fc.constantFrom('part' as const, 'partition' as const),
        (start, granularity) => {
          const before = start.map(takeWitness)
          let parts: Part[] = start
          for (let sent = 0; sent <= start.length; sent++) parts = obey(parts, before, granularity)
          expect(decideNextAction(before, look(parts), 'cold', granularity)).toEqual({ kind: 'verify' })
          expect(judgeProof(before, parts, tieredPolicy, 'cold').verdict).toBe('identical')
        },
      ),
    )
  })

  it('after a crash at any point and any server-side moves in between, ends the same', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.nat(40), fc.array(fc.nat(40)), (start, crashAfter, ttlMoves) => {
        const before = start.map(takeWitness)
        let parts: Part[] = start
        for (let sent = 0; sent < crashAfter; sent++) parts = obey(parts, before, 'part')
        parts = parts.map((part, n) => (ttlMoves.includes(n) ? { ...part, disk: 's3_cached' } : part))
        for (let sent = 0; sent <= start.length; sent++) parts = obey(parts, before, 'part')
        expect(parts.every((part) => findVolumeOfDisk(tieredPolicy, part.disk)?.name === 'cold')).toBe(true)
        expect(judgeProof(before, parts, tieredPolicy, 'cold').verdict).toBe('identical')
      }),
    )
  })

  it('leaves later inserts where they are', () => {
    const before = [makePart('202301', 1, 's3_cached')].map(takeWitness)
    const now = [makePart('202301', 1, 's3_cached'), makePart('202301', 2, 'default')]
    expect(decideNextAction(before, look(now), 'cold', 'part')).toEqual({ kind: 'verify' })
    expect(judgeProof(before, now, tieredPolicy, 'cold').verdict).toBe('identical')
  })

  it('never names a part that a merge or a move is using', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.array(fc.nat(40)), fc.array(fc.nat(40)), (parts, merging, moving) => {
        const name = (n: number) => parts[n]?.name ?? 'gone'
        const busy = { mergingParts: merging.map(name), movingParts: moving.map(name) }
        const action = decideNextAction(parts.map(takeWitness), look(parts, busy), 'cold', 'partition')
        const named =
          action.kind === 'move-part' ? [action.part] : action.kind === 'move-partition' ? action.parts : []
        for (const part of named) {
          expect(busy.mergingParts).not.toContain(part.name)
          expect(busy.movingParts).not.toContain(part.name)
        }
      }),
    )
  })
})

describe('judgeProof', () => {
  const one = makePart('202301', 1, 'default')
  const two = makePart('202301', 2, 'default')
  const before = [one, two].map(takeWitness)

  it('calls a merge of the same rows merged', () => {
    const merged = { ...merge(one, two), disk: 's3_cached' }
    expect(judgeProof(before, [merged], tieredPolicy, 'cold').verdict).toBe('merged')
    expect(measureStepProgress(before, [merged], tieredPolicy, 'cold')).toEqual({
      movedParts: 2,
      movedBytes: 2000n,
    })
  })

  it('calls lost rows changed, never merged', () => {
    const merged = { ...merge(one, two), disk: 's3_cached', rows: 19n }
    expect(judgeProof(before, [merged], tieredPolicy, 'cold').verdict).toBe('changed')
    expect(judgeProof(before, [], tieredPolicy, 'cold').verdict).toBe('changed')
  })

  it('calls a merge with a newer insert changed, since rows cannot be compared', () => {
    const newer = makePart('202301', 3, 'default', { rows: 0n })
    const merged = { ...merge(merge(one, two), newer), disk: 's3_cached' }
    expect(judgeProof(before, [merged], tieredPolicy, 'cold').verdict).toBe('changed')
  })

  it('calls another hash under the same name changed', () => {
    const altered = [one, two].map((part) => ({ ...part, disk: 's3_cached', hash: 'other' }))
    expect(judgeProof(before, altered, tieredPolicy, 'cold').verdict).toBe('changed')
  })

  it('is incomplete while a part is off the target', () => {
    const half = [{ ...one, disk: 's3_cached' }, two]
    expect(judgeProof(before, half, tieredPolicy, 'cold').verdict).toBe('incomplete')
    expect(measureStepProgress(before, half, tieredPolicy, 'cold')).toEqual({
      movedParts: 1,
      movedBytes: 1000n,
    })
  })
})
