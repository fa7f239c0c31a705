import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterToWhere, textColumn } from './filter-to-where.ts'
import { ScimFault } from './scim-fault.ts'
import { parseFilter, parsePath, selects } from './scim-filter.ts'

const compare = (attribute: string, value: unknown, operator = 'eq') => ({
  ...{ kind: 'compare', attribute, operator, value },
})

describe('parseFilter', () => {
  it.each([
    ['userName eq "ann@x.test"', compare('username', 'ann@x.test')],
    ['USERNAME Eq "A"', compare('username', 'A')],
    ['active eq True', compare('active', true)],
    ['externalId eq "a \\"b\\" \\\\ c"', compare('externalid', 'a "b" \\ c')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', compare('username', 'a')],
    ['displayName pr', { kind: 'present', attribute: 'displayname' }],
    [
      'a eq 1 or b eq 2 and not (c eq 3)',
      {
        kind: 'or',
        parts: [
          compare('a', 1),
          { kind: 'and', parts: [compare('b', 2), { kind: 'not', part: compare('c', 3) }] },
        ],
      },
    ],
    [
      '(a eq 1 or b eq 2) and c eq null',
      {
        kind: 'and',
        parts: [{ kind: 'or', parts: [compare('a', 1), compare('b', 2)] }, compare('c', null)],
      },
    ],
    [
      'emails[type eq "work" and value co "@x"]',
      {
        ...{ kind: 'values', attribute: 'emails' },
        filter: { kind: 'and', parts: [compare('type', 'work'), compare('value', '@x', 'co')] },
      },
    ],
  ])('reads %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter)
  })

  it.each([
    ...['', 'userName', 'userName eq', 'userName eq ann', 'userName is "a"', 'eq "a"', '(a eq 1', 'a eq 1)'],
    ...['a eq 1 and', 'a eq "b', "a eq 'b'", 'not a eq 1', 'emails[type eq "work"', `a eq ${'('.repeat(30)}`],
    ...[`${'('.repeat(30)}a eq 1${')'.repeat(30)}`, 'a eq "b" "c"', 'a eq {}', 'a eq [1]', 'a'.repeat(2_001)],
  ])('refuses %s', (text) => {
    expect(() => parseFilter(text)).toThrow(ScimFault)
  })

  it('reads any text that is written as JSON, and never fails in another way', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseFilter(`userName eq ${JSON.stringify(text)}`)).toEqual(compare('username', text))
      }),
    )
    const words = fc.constantFrom(
      'a',
      'eq',
      'and',
      'or',
      'not',
      '(',
      ')',
      '[',
      ']',
      '"b"',
      '"',
      '1',
      '.',
      'pr',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((each) => each.join(' ')),
        ),
        (text) => {
          for (const parse of [parseFilter, parsePath])
            try {
              parse(text)
            } catch (error) {
              expect(error).toBeInstanceOf(ScimFault)
            }
        },
      ),
    )
  })
})

describe('parsePath', () => {
  it.each([
    ['active', { attribute: 'active', filter: null, sub: null }],
    ['name.givenName', { attribute: 'name', filter: null, sub: 'givenname' }],
    ['members[value eq "1"]', { attribute: 'members', filter: compare('value', '1'), sub: null }],
    ['emails[type eq "work"].value', { attribute: 'emails', filter: compare('type', 'work'), sub: 'value' }],
    [
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      { attribute: 'department', filter: null, sub: null },
    ],
  ])('reads %s', (text, path) => {
    expect(parsePath(text)).toEqual(path)
  })

  it.each(['', 'a b', 'a.b.c', 'a[', 'a[b eq 1].', '[a eq 1]', '9', '__proto__'])('refuses %j', (text) => {
    expect(() => parsePath(text)).toThrow(ScimFault)
  })
})

it.each([
  ['type eq "WORK"', true],
  ['type ne "home" and value sw "ann"', true],
  ['value ew ".org" or primary eq true', true],
  ['not (primary eq true)', false],
  ['display pr', false],
  ['display eq null', true],
  ['value gt "b"', false],
])('%s selects: %s', (text, chosen) => {
  expect(selects(parseFilter(text), { type: 'work', value: 'ann@x.test', primary: true })).toBe(chosen)
})

describe('filterToWhere', () => {
  const attributes = {
    username: textColumn('userNameKey', { isKey: true, mode: 'default', map: (text) => text.toLowerCase() }),
    externalid: textColumn('externalId', { mode: 'default' }),
    'emails.value': textColumn('email'),
  }
  const where = (text: string) => filterToWhere(parseFilter(text), attributes)

  it('compares in the database, and counts rows without a value as different', () => {
    const mode = 'insensitive'
    const hasMail = { AND: [{ email: { not: null } }, { email: { endsWith: '@x', mode } }] }
    expect(where('userName eq "ANN"')).toEqual({ userNameKey: { equals: 'ann', mode: 'default' } })
    expect(where('emails[value ew "@x"]')).toEqual(hasMail)
    expect(where('not (emails.value ew "@x")')).toEqual({ NOT: hasMail })
    expect(where('externalId ne "1"')).toEqual({
      NOT: { AND: [{ externalId: { not: null } }, { externalId: { equals: '1', mode: 'default' } }] },
    })
    expect(where('externalId eq null')).toEqual({ externalId: null })
    expect(where('externalId pr')).toEqual({ externalId: { not: null } })
  })

  it.each(['title eq "x"', 'toString eq "x"', 'userName eq 1', 'emails[type eq "work"]'])(
    'refuses %s, and says what can be filtered by',
    (text) => {
      expect(() => where(text)).toThrow(ScimFault)
    },
  )
})
