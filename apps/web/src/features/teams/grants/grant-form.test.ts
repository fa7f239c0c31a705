import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ShownGrant } from '@/auth/session.ts'
import { readForm } from '@/form/use-form.ts'
import { countMatches, describeGrant, draftOfGrant, grantsForm, newGrant } from './grant-form.ts'

const form = z.object({ grants: grantsForm })
const tables: ShownGrant = {
  ...{ on: 'tables', role: 'operator', cluster: 'demo', clusterName: 'Demo', database: 'shop', table: 'a_*' },
}
const grants: ShownGrant[] = [
  tables,
  { ...tables, cluster: null, clusterName: null },
  { on: 'sources', role: 'viewer', source: 'a-*' },
  { on: 'everything', role: 'admin' },
]

it('drafts of grants are the same grants again', () => {
  const { value, faults } = readForm(form, { grants: grants.map(draftOfGrant) })
  expect(faults).toEqual({})
  expect(value?.grants).toEqual([
    { on: 'tables', role: 'operator', cluster: 'demo', database: 'shop', table: 'a_*' },
    { on: 'tables', role: 'operator', cluster: null, database: 'shop', table: 'a_*' },
    { on: 'sources', role: 'viewer', source: 'a-*' },
    { on: 'everything', role: 'admin' },
  ])
})

it('faults stand at the field of their pattern, or at the second of two with the same scope', () => {
  const wrong = { ...newGrant('demo'), database: 'shop', table: 'a_%' }
  const twice = [draftOfGrant(tables), { ...draftOfGrant(tables), role: 'viewer' as const }]
  expect(readForm(form, { grants: [newGrant('demo'), wrong] }).faults).toEqual({
    'grants.0.database': 'A name or a prefix with * is missing.',
    'grants.1.table': 'Write a prefix with *, as in a_*, not with %.',
  })
  expect(readForm(form, { grants: twice }).faults).toEqual({
    'grants.1.on': 'This is granted above already.',
  })
})

it('a grant is described by role and scope', () => {
  expect(grants.map(describeGrant)).toEqual([
    'operator on tables shop.a_* of Demo',
    'operator on tables shop.a_* of all clusters',
    'viewer on sources a-*',
    'admin on everything',
  ])
  expect(describeGrant({ ...tables, database: '*', table: '*' })).toBe('operator on Demo')
})

describe('what a grant matches', () => {
  const named = {
    databases: [
      { name: 'shop', tables: ['a_1', 'a_2', 'b'] },
      { name: 'x', tables: ['a_9'] },
    ],
    complete: true,
  }
  const count = (patch: object, known: Partial<Parameters<typeof countMatches>[1]> = {}) =>
    countMatches({ ...draftOfGrant(tables), ...patch }, { tables: [named], sources: ['a-1', 'b'], ...known })

  it('is counted by the names that are known', () => {
    expect(count({})).toBe('Matches 2 tables now.')
    expect(count({ database: '*', table: 'b' })).toBe('Matches 1 table now.')
    expect(count({ database: 'other' })).toBe('Matches 0 tables now.')
    expect(count({ on: 'sources', source: 'a-*' })).toBe('Matches 1 source now.')
  })

  it('is a lower bound where not all names are known, and unknown without any', () => {
    expect(count({}, { tables: [named, undefined] })).toBe('Matches at least 2 tables now.')
    expect(count({}, { tables: [{ ...named, complete: false }] })).toBe('Matches at least 2 tables now.')
    expect(count({}, { tables: [undefined] })).toBeNull()
    expect(count({ on: 'sources', source: 'a' }, { sources: undefined })).toBeNull()
    expect(count({ table: 'a_%' })).toBeNull()
  })
})
