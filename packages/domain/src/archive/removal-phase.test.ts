import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextRemovalPhase, type ReplicaParts } from './removal-phase.ts'

const replica = (active: string[], detached: string[] = [], isDetaching = false): ReplicaParts => ({
  active: new Set(active),
  detached: new Set(detached),
  isDetaching,
})

it('drops parts only when every replica has detached exactly them', () => {
  expect(nextRemovalPhase(['a', 'b'], [replica(['a', 'b', 'late'])])).toEqual({
    kind: 'detach',
    parts: ['a', 'b'],
  })
  expect(nextRemovalPhase(['a', 'b'], [replica(['late'], ['a', 'b'])])).toEqual({ kind: 'drop' })
  expect(nextRemovalPhase(['a'], [replica([], ['a']), replica(['a'])])).toEqual({ kind: 'wait', replica: 1 })
})

it('brings detached parts back where another was merged meanwhile, once no detach runs', () => {
  expect(nextRemovalPhase(['a', 'b', 'c'], [replica(['b_c'], ['a'], true)])).toEqual({
    kind: 'wait',
    replica: 0,
  })
  expect(nextRemovalPhase(['a', 'b', 'c'], [replica(['b_c'], ['a'])])).toEqual({ kind: 'attach', part: 'a' })
  expect(nextRemovalPhase(['a', 'b', 'c'], [replica(['b_c', 'a_again'])])).toEqual({ kind: 'thaw' })
})

/** A replica whose parts are merged at any moment between two steps of a removal that may be killed. */
it('never drops a row that was not compared, and ends', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.constantFrom('step', 'partial', 'merge', 'insert'), { maxLength: 40 }),
      (count, moves) => {
        let next = 0
        const active = new Map<string, Set<number>>()
        const detached = new Map<string, Set<number>>()
        const give = (rows: Set<number>) => active.set(`p${next++}`, rows)
        const restored = new Set(Array.from({ length: count }, (_, row) => row))
        for (const row of restored) give(new Set([row]))
        let compared: string[] | null = null
        let dropped: Set<number> | null = null
        const step = (max: number) => {
          if (dropped) return
          if (compared === null) {
            // The comparison passes where the partition holds exactly the restored rows. A person removes late ones.
            for (const [name, rows] of active) {
              const own = new Set([...rows].filter((row) => restored.has(row)))
              if (own.size === 0) active.delete(name)
              else active.set(name, own)
            }
            compared = [...active.keys()]
            return
          }
          const phase = nextRemovalPhase(compared, [replica([...active.keys()], [...detached.keys()])])
          if (phase.kind === 'detach')
            for (const name of phase.parts.slice(0, max)) {
              detached.set(name, active.get(name) ?? new Set())
              active.delete(name)
            }
          else if (phase.kind === 'attach') {
            give(detached.get(phase.part) ?? new Set())
            detached.delete(phase.part)
          } else if (phase.kind === 'thaw') compared = null
          else if (phase.kind === 'drop') {
            dropped = new Set([...detached.values()].flatMap((rows) => [...rows]))
            detached.clear()
          }
        }
        for (const move of moves) {
          if (move === 'step') step(50)
          else if (move === 'partial') step(1)
          else if (move === 'insert') give(new Set([1_000 + next]))
          else if (active.size > 1) {
            const names = [...active.keys()].slice(0, 2)
            const rows = new Set(names.flatMap((name) => [...(active.get(name) ?? [])]))
            for (const name of names) active.delete(name)
            give(rows)
          }
        }
        for (let turn = 0; turn < 100 && dropped === null; turn++) step(50)
        expect(dropped).toEqual(restored)
      },
    ),
  )
})
