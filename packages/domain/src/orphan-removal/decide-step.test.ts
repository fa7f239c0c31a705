import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideRemovalStep,
  decideUploadStep,
  type QuarantineWay,
  type RemovalAct,
  type RemovalEnd,
  type RemovalLook,
  type RemovalObject,
  type RemovalStage,
} from './decide-step.ts'
import { explainChange, type ObjectLook } from './explain-change.ts'
import { maxCopyBytes } from './removal-choice.ts'

const found: ObjectLook = { sizeBytes: 7n, etag: 'a', modifiedAt: new Date('2026-01-01T00:00:00.400Z') }
const other: ObjectLook = { sizeBytes: 7n, etag: 'b', modifiedAt: new Date('2026-02-01T00:00:00Z') }
const object: RemovalObject = { ...found, copyEtag: null, mayBeDeleted: false }
const nothing: RemovalLook = { original: null, copy: null, tagged: false, obstacle: null }
const copyOf = (look: ObjectLook): ObjectLook => ({ ...look, modifiedAt: new Date('2026-03-01T00:00:00Z') })

/** Models a bucket with one object and the effect of each request. */
function act(look: RemovalLook, done: RemovalAct): RemovalLook {
  switch (done) {
    case 'tag':
      return { ...look, tagged: true }
    case 'untag':
      return { ...look, tagged: false }
    case 'copy':
      return { ...look, copy: look.original && copyOf(look.original) }
    case 'copy-back':
      return { ...look, original: look.copy && copyOf(look.copy) }
    case 'delete-original':
      return { ...look, original: null, tagged: false }
    case 'delete-copy':
      return { ...look, copy: null }
    case 'abort-upload':
      throw new Error('It is no upload.')
  }
}

/** Runs one stage to its end. `crashes`: how many requests succeed before the worker dies and the next one starts. */
function settle(stage: RemovalStage, way: QuarantineWay, from: RemovalLook, given: RemovalObject = object) {
  const acts: RemovalAct[] = []
  const passed: RemovalLook[] = [from]
  let look = from
  let { mayBeDeleted } = given
  for (let round = 0; round < 8; round++) {
    const step = decideRemovalStep(stage, way, { ...given, mayBeDeleted }, look)
    if (step.act === null) return { end: step.end, reason: step.reason, look, acts, passed }
    if (step.act === 'delete-original') expect(explainChange(given, look.original as ObjectLook)).toBeNull()
    if (stage === 'deleting' && step.act.startsWith('delete-')) mayBeDeleted = true
    look = act(look, step.act)
    acts.push(step.act)
    passed.push(look)
  }
  throw new Error(`It does not come to an end: ${acts.join(', ')}`)
}

const isThere = ({ original, copy }: RemovalLook) => original !== null || copy !== null
const ways = fc.constantFrom<QuarantineWay>('tag', 'copy')
const stages = fc.constantFrom<RemovalStage>('quarantining', 'deleting', 'restoring')
const looks = fc.record({
  original: fc.constantFrom<ObjectLook | null>(null, found, other, copyOf(found)),
  copy: fc.constantFrom<ObjectLook | null>(null, copyOf(found), copyOf(other)),
  tagged: fc.boolean(),
  obstacle: fc.constantFrom(null, 'a replica needs it'),
})
/** Tagging makes no copies, and a missing object has no tag. */
const seen = (way: QuarantineWay, look: RemovalLook): RemovalLook => ({
  ...look,
  copy: way === 'tag' ? null : look.copy,
  tagged: way === 'tag' && look.original !== null && look.tagged,
})

describe('one object of a removal', () => {
  it('ends in every stage, from whatever state is observed', () => {
    fc.assert(
      fc.property(ways, stages, looks, fc.boolean(), (way, stage, look, mayBeDeleted) => {
        settle(stage, way, seen(way, look), { ...object, mayBeDeleted })
      }),
    )
  })

  it('always exists somewhere, except in the deleting stage, and there not against an obstacle', () => {
    fc.assert(
      fc.property(ways, stages, looks, (way, stage, given) => {
        const look = seen(way, given)
        if (!isThere(look) || (stage === 'deleting' && look.obstacle === null)) return
        const { passed } = settle(stage, way, look)
        expect(passed.filter((each) => !isThere(each))).toEqual([])
      }),
    )
  })

  it('with other content is never deleted', () => {
    fc.assert(
      fc.property(ways, stages, looks, (way, stage, given) => {
        const look = seen(way, { ...given, original: other })
        const { passed, end } = settle(stage, way, look)
        expect(passed.every(({ original }) => original?.etag === other.etag)).toBe(true)
        expect(['quarantined', 'deleted', 'gone']).not.toContain(end)
      }),
    )
  })

  it('has the same result wherever its worker dies', () => {
    fc.assert(
      fc.property(ways, stages, looks, fc.nat(6), (way, stage, given, at) => {
        const look = seen(way, given)
        const whole = settle(stage, way, look)
        const left = whole.passed[Math.min(at, whole.passed.length - 1)] ?? look
        const again = settle(stage, way, left, { ...object, mayBeDeleted: stage === 'deleting' })
        const ends = (end: RemovalEnd) => (end === 'gone' ? 'deleted' : end)
        expect(again.look).toEqual(whole.look)
        if (stage === 'deleting') expect(ends(again.end)).toBe(ends(whole.end))
        else if (isThere(look)) expect(again.end).toBe(whole.end)
      }),
    )
  })

  it('goes into quarantine and comes back unchanged', () => {
    const there = { ...nothing, original: found }
    const tagged = settle('quarantining', 'tag', there)
    expect(tagged).toMatchObject({ end: 'quarantined', acts: ['tag'] })
    expect(settle('restoring', 'tag', tagged.look)).toMatchObject({ end: 'restored', look: there })
    const copied = settle('quarantining', 'copy', there)
    expect(copied).toMatchObject({ end: 'quarantined', acts: ['copy', 'delete-original'] })
    expect(settle('restoring', 'copy', copied.look)).toMatchObject({
      end: 'restored',
      acts: ['copy-back', 'delete-copy'],
    })
    for (const [way, { look }] of [['tag', tagged] as const, ['copy', copied] as const])
      expect(settle('deleting', way, look)).toMatchObject({ end: 'deleted', look: nothing })
  })

  it('that a replica needs now is restored from quarantine, and kept', () => {
    const obstacle = 'shard-1 needs it'
    expect(settle('deleting', 'copy', { ...nothing, copy: copyOf(found), obstacle })).toMatchObject({
      ...{ end: 'kept', reason: obstacle, acts: ['copy-back', 'delete-copy'] },
    })
    expect(settle('deleting', 'tag', { ...nothing, original: found, tagged: true, obstacle })).toMatchObject({
      ...{ end: 'kept', reason: obstacle, acts: ['untag'] },
    })
  })

  it('is kept when someone removed its tag or changed its copy', () => {
    expect(settle('deleting', 'tag', { ...nothing, original: found }).end).toBe('kept')
    const changed = { ...nothing, copy: copyOf(other) }
    expect(settle('deleting', 'copy', changed, { ...object, copyEtag: 'a' }).end).toBe('kept')
  })

  it('is kept when it is too large to copy', () => {
    const large = { ...found, sizeBytes: maxCopyBytes + 1n }
    const end = settle('quarantining', 'copy', { ...nothing, original: large }, { ...object, ...large })
    expect(end).toMatchObject({ end: 'kept', acts: [] })
  })

  it('is the same although the store reports times in seconds only', () => {
    expect(explainChange(found, { ...found, modifiedAt: new Date('2026-01-01T00:00:00Z') })).toBeNull()
    expect(explainChange(found, { ...found, modifiedAt: new Date('2026-01-01T00:00:01Z') })).toContain(
      'again',
    )
  })
})

it('aborts a stale upload, unless work is running', () => {
  const state = { mayBeDeleted: false }
  expect(decideUploadStep(state, { isThere: true, obstacle: null })).toEqual({ act: 'abort-upload' })
  expect(decideUploadStep(state, { isThere: true, obstacle: 'busy' })).toMatchObject({ end: 'kept' })
  expect(decideUploadStep(state, { isThere: false, obstacle: null })).toMatchObject({ end: 'gone' })
  expect(decideUploadStep({ mayBeDeleted: true }, { isThere: false, obstacle: null })).toMatchObject({
    end: 'deleted',
  })
})
