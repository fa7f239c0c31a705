import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideRole } from './decide-role.ts'
import { readGroups } from './read-groups.ts'

const roles = ['viewer', 'operator', 'admin'] as const
const group = fc.constantFrom('a', 'b', 'c', 'd')
const rules = fc.array(fc.record({ group, role: fc.constantFrom(...roles) }), { maxLength: 6 })

it('takes the first rule that applies, whatever the order of the groups', () => {
  fc.assert(
    fc.property(rules, fc.uniqueArray(group), (given, groups) => {
      const decided = decideRole(given, null, { kind: 'groups', groups })
      expect(decideRole(given, null, { kind: 'groups', groups: groups.toReversed() })).toEqual(decided)
      const at = given.findIndex((rule) => groups.includes(rule.group))
      if (at < 0) expect(decided).toEqual({ kind: 'refused', reason: 'no-rule' })
      else expect(decided).toEqual({ kind: 'role', role: given[at]?.role, group: given[at]?.group })
    }),
  )
})

it('gives the default role only where no rule applies', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom(...roles), fc.uniqueArray(group), (given, role, groups) => {
      const decided = decideRole(given, role, { kind: 'groups', groups })
      const strict = decideRole(given, null, { kind: 'groups', groups })
      expect(decided).toEqual(strict.kind === 'role' ? strict : { kind: 'role', role, group: null })
    }),
  )
})

it('never takes groups that were left out for none', () => {
  const left = readGroups({ _claim_names: { groups: 'src1' } }, 'groups')
  expect(decideRole([], 'viewer', left)).toEqual({ kind: 'refused', reason: 'groups-overage' })
  expect(decideRole([], null, readGroups({}, 'groups'))).toEqual({ kind: 'refused', reason: 'groups-absent' })
})

it('reads lists, single texts and paths', () => {
  const claims = {
    groups: ['a', 7, 'b'],
    one: 'Data Platform, EU',
    'https://example.com/groups': ['c'],
    realm_access: { roles: ['d'] },
  }
  const read = (claim: string) => readGroups(claims, claim)
  expect(read('groups')).toEqual({ kind: 'groups', groups: ['a', 'b'] })
  expect(read('one')).toEqual({ kind: 'groups', groups: ['Data Platform, EU'] })
  expect(read('https://example.com/groups')).toEqual({ kind: 'groups', groups: ['c'] })
  expect(read('realm_access.roles')).toEqual({ kind: 'groups', groups: ['d'] })
  for (const claim of ['none', 'realm_access.none', 'realm_access', '__proto__', 'constructor.name'])
    expect(read(claim)).toEqual({ kind: 'absent' })
})
