import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPatch, type Resource } from './apply-patch.ts'
import { ScimFault } from './scim-fault.ts'
import { readGroup, readPerson } from './scim-resources.ts'

const ann: Resource = {
  ...{ userName: 'ann', active: true, displayName: 'Ann' },
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'ann@x.test', type: 'work', primary: true }],
}
const patch = (resource: Resource, ...Operations: unknown[]) => applyPatch(resource, { Operations })
const person = (...operations: unknown[]) => readPerson(patch(ann, ...operations))
const group = (members: string[], ...operations: unknown[]) =>
  readGroup(patch({ displayName: 'data', members: members.map((value) => ({ value })) }, ...operations))
    .members

describe('a person', () => {
  it('of Okta is deactivated by a value without a path', () => {
    expect(person({ op: 'replace', value: { active: false } }).active).toBe(false)
  })

  it('of Entra is deactivated by a text, with names in capitals', () => {
    expect(person({ op: 'Replace', path: 'active', value: 'False' }).active).toBe(false)
    expect(readPerson({ ...ann, active: 'True' }).active).toBe(true)
  })

  it('of Entra is changed by paths as the keys of a value', () => {
    expect(
      person({
        op: 'Add',
        value: {
          'name.familyName': 'Ray',
          displayName: 'Ann Ray',
          'emails[type eq "work"].value': 'ray@x.test',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Data',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: '1' } },
        },
      }),
    ).toMatchObject({ givenName: 'Ann', familyName: 'Ray', displayName: 'Ann Ray', email: 'ray@x.test' })
  })

  it.each([
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'h@x.test' }, 'ann@x.test'],
    [{ op: 'replace', path: 'emails', value: [{ value: 'new@x.test' }] }, 'new@x.test'],
    [{ op: 'replace', path: 'emails.value', value: 'b@x.test' }, 'b@x.test'],
    [{ op: 'remove', path: 'emails[type eq "work"]' }, null],
    [{ op: 'remove', path: 'emails' }, null],
    [{ op: 'remove', path: 'emails[type eq "work"].value' }, null],
    [
      { op: 'add', path: 'EMAILS', value: [{ value: 'p@x.test', primary: 'True', type: 'home' }] },
      'ann@x.test',
    ],
  ])('%j leaves the address %s', (operation, email) => {
    expect(person(operation).email).toBe(email)
  })

  it('without an address gets one by a filter that selects none', () => {
    const { emails: _, ...without } = ann
    const operation = { op: 'add', path: 'emails[type eq "work"].value', value: 'a@x.test' }
    expect(readPerson(patch(without, operation)).email).toBe('a@x.test')
  })

  it('keeps names that are not mentioned', () => {
    expect(person({ op: 'replace', path: 'name', value: { familyName: 'Ray' } })).toMatchObject({
      ...{ givenName: 'Ann', familyName: 'Ray' },
    })
    expect(person({ op: 'remove', path: 'name.givenName' })).toMatchObject({ givenName: null })
  })
})

describe('members', () => {
  it.each([
    [{ op: 'Add', path: 'members', value: [{ value: 'c' }, { value: 'a' }] }, ['a', 'b', 'c']],
    [{ op: 'add', path: 'members', value: { value: 'c' } }, ['a', 'b', 'c']],
    [{ op: 'add', value: { members: [{ value: 'c' }] } }, ['a', 'b', 'c']],
    [{ op: 'replace', path: 'members', value: [{ value: 'c' }] }, ['c']],
    [{ op: 'Remove', path: 'members', value: [{ value: 'a' }] }, ['b']],
    [{ op: 'remove', path: 'members[value eq "a"]' }, ['b']],
    [{ op: 'remove', path: 'members[value eq "x"]' }, ['a', 'b']],
    [{ op: 'remove', path: 'members' }, []],
  ])('%j leaves %j', (operation, members) => {
    expect(group(['a', 'b'], operation)).toEqual(members)
  })

  it('that are added and removed one by one are those of a set', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd')
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: ids, adds: fc.boolean(), byFilter: fc.boolean() }), { minLength: 1 }),
        (steps) => {
          const set = new Set<string>()
          const operations = steps.map(({ id, adds, byFilter }) => {
            if (adds) {
              set.add(id)
              return { op: 'add', path: 'members', value: [{ value: id }] }
            }
            set.delete(id)
            return byFilter
              ? { op: 'remove', path: `members[value eq "${id}"]` }
              : { op: 'remove', path: 'members', value: [{ value: id }] }
          })
          expect(new Set(group([], ...operations))).toEqual(set)
        },
      ),
    )
  })
})

it.each([
  [],
  [{ op: 'move', path: 'active' }],
  [{ op: 'remove' }],
  [{ op: 'add', value: 'x' }],
  [{ op: 'add', path: 'a b', value: 1 }],
  [{ op: 'replace', path: 'emails[value co "y@"].value', value: 1 }],
  [{ op: 'replace', path: 'emails[type eq "work"]', value: 'x' }],
])('%j is refused, and changes nothing', (...operations) => {
  const before = structuredClone(ann)
  expect(() => patch(ann, ...operations)).toThrow(ScimFault)
  expect(ann).toEqual(before)
})

it('never fails in another way, and never changes its input', () => {
  const before = structuredClone(ann)
  const path = fc.constantFrom(
    'active',
    'emails',
    'emails[type eq "work"]',
    'name.x',
    'constructor',
    'name',
    '',
  )
  const operation = fc.record({
    op: fc.constantFrom('add', 'replace', 'remove'),
    path,
    value: fc.jsonValue(),
  })
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
      try {
        readPerson(patch(ann, ...operations))
      } catch (error) {
        expect(error).toBeInstanceOf(ScimFault)
      }
      expect(ann).toEqual(before)
    }),
  )
})

it.each([
  [{}],
  [{ userName: '' }],
  [{ userName: 1 }],
  [{ userName: 'a', active: 'maybe' }],
  [{ userName: 'a', emails: 'x' }],
  [{ userName: 'a'.repeat(1_001) }],
])('the person %j is refused', (body) => {
  expect(() => readPerson(body)).toThrow(ScimFault)
})
