import { expect, it } from 'vitest'
import { findMaterializeFaults, type MaterializeSubject } from './find-materialize-faults.ts'

const move = {
  expression: 'at',
  action: { kind: 'move', to: 'volume', name: 'cold', ifExists: false },
} as const
const subject: MaterializeSubject = {
  node: 'n1',
  rules: [move],
  columnNames: ['at', 'k', 's', 'odd name'],
  columns: [{ name: 's', expression: 'at + toIntervalDay(1)', fallback: "concat('n', toString(k))" }],
  hasWideParts: true,
  pending: [],
}
const withDefault = (fallback: string | null) => ({
  columns: [{ name: 's', expression: 'at + toIntervalDay(1)', fallback }],
})

it.each([
  [{}, 'its DEFAULT reads k'],
  [withDefault('lower(`odd name`)'), 'reads odd name'],
  [withDefault("'k'"), null],
  [withDefault('toString(at)'), null],
  [withDefault(null), null],
  [{ hasWideParts: false }, null],
  [{ rules: [] }, null],
  [{ rules: [move, { expression: 'at', action: { kind: 'delete', where: null } } as const] }, null],
  [{ rules: [{ ...move, expression: 'if(k = 1, at, at)' }] }, null],
  [{ ...withDefault(null), pending: [{ command: '(DELETE WHERE 1)', failure: '' }] }, null],
  [{ ...withDefault(null), pending: [{ command: '(DELETE WHERE 1)', failure: 'Code: 395' }] }, 'Code: 395'],
])('%j: %s', (change, said) => {
  const [fault] = findMaterializeFaults({ ...subject, ...change })
  if (said === null) expect(fault).toBeUndefined()
  else expect(fault?.text).toContain(said)
})
