import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveStepStates, isExpired } from './archive-stage.ts'
import { placeRows } from './archive-view.ts'

const at = new Date('2026-01-01T00:00:00Z')

/** Rows of one partition in a table while it is archived, attached again or restored, and the view that follows. */
interface World {
  table: number
  files: number
  step: Parameters<typeof placeRows>[0]
  view: ReturnType<typeof placeRows>
}

const rows = 3

/** What a query of the view counts. */
function count({ table, files, view }: World): number {
  return (view === 'files-only' ? 0 : table) + (view === 'table' ? 0 : files)
}

type Change = (world: World) => void
const follow: Change = (world) => {
  world.view = placeRows(world.step)
}
const state =
  (to: World['step']['state']): Change =>
  (world) => {
    world.step.state = to
  }
/** Part by part, in the order of the statements. */
const leave: Change[] = Array.from({ length: rows }, () => (world) => {
  world.table -= 1
})
const arrive: Change[] = Array.from({ length: rows }, () => (world) => {
  world.table += 1
})
const away = [state('proved'), follow, state('detaching'), follow, ...leave, state('detached'), follow]
const attached = [...away, state('attaching'), follow, ...arrive, state('attached'), follow]
const restored: Change[] = [
  ...away,
  state('dropping'),
  state('dropped'),
  (world) => {
    world.step.restoringAt = at
  },
  follow,
  ...arrive,
  (world) => {
    world.step.restoredAt = at
  },
  follow,
]

describe('the view over a table and its archive', () => {
  it.each([
    ['archived', away],
    ['attached again', attached],
    ['restored', restored],
  ])('has each row exactly once at every moment while a partition is %s', (_, changes) => {
    const world: World = {
      ...{ table: rows, files: rows, view: 'table' },
      step: { state: 'planned', restoringAt: null, restoredAt: null },
    }
    for (const change of changes) {
      change(world)
      expect(count(world)).toBe(rows)
    }
  })

  it('reads the files alone, or the table alone, while rows are on their way', () => {
    fc.assert(
      fc.property(fc.constantFrom(...archiveStepStates), fc.boolean(), fc.boolean(), (now, begun, done) => {
        const place = placeRows({
          state: now,
          restoringAt: begun ? at : null,
          restoredAt: done ? at : null,
        })
        if (done || isExpired(now)) expect(place).toBe('table')
        else if (begun || now === 'detaching' || now === 'attaching') expect(place).toBe('files-only')
      }),
    )
  })
})
