import { actionOf, listProcedures } from '@frostline/api'
import { expect, it } from 'vitest'
import { actionGroups, knownActions } from './describe-action.ts'

const changes = listProcedures().filter(({ type, role }) => type === 'mutation' && role !== 'viewer')

it.each(changes.map(({ path }) => path))(
  'a denied attempt at %s is covered by an action of the filters',
  (path) => {
    expect(knownActions).toContain(actionOf(path))
  },
)

it('offers no group without actions', () => {
  for (const { value } of actionGroups) {
    expect(value).toMatch(/[.*]$/)
    const beginning = value.replace(/\*$/, '')
    expect(knownActions.filter((action) => action.startsWith(beginning))).not.toEqual([])
  }
})
