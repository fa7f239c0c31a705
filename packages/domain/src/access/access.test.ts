import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Access,
  accessFor,
  coversScope,
  type Grant,
  narrowAccess,
  roleOn,
  roleOnAll,
  type Scope,
  seesEverything,
} from './access.ts'
import { findPatternFault, intersectPatterns, matchesName } from './name-pattern.ts'
import { lowerRole, type Role, roleAllows, roles } from './role.ts'

// Few letters, so that names and patterns meet.
const name = fc.string({ unit: fc.constantFrom('a', 'b', '_'), minLength: 1, maxLength: 4 })
const pattern = fc.oneof(
  name,
  name.map((text) => `${text}*`),
  fc.constant('*'),
)
const clusterId = fc.constantFrom('c1', 'c2')
const role = fc.constantFrom(...roles)
const grantScope = fc.oneof(
  fc.constant({ on: 'everything' } as const),
  fc.record({
    on: fc.constant('tables' as const),
    clusterId: fc.option(clusterId),
    database: pattern,
    table: pattern,
  }),
  fc.record({ on: fc.constant('sources' as const), source: pattern }),
)
const grant: fc.Arbitrary<Grant> = fc
  .tuple(grantScope, role)
  .map(([scope, held]) => ({ ...scope, role: held }))
const verb = fc.constantFrom('loads.start', 'archives.drop')
const customGrant: fc.Arbitrary<Grant> = fc
  .tuple(grantScope, fc.subarray(['loads.start', 'archives.drop']), role)
  .map(([scope, verbs, max]) => ({ ...scope, role: 'viewer', custom: { name: 'own', verbs, max } }))
const access: fc.Arbitrary<Access> = fc.array(fc.oneof(grant, customGrant), { maxLength: 4 })
const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant({ kind: 'everything' } as const),
  fc.record({ kind: fc.constant('cluster' as const), clusterId }),
  fc.record({ kind: fc.constant('cluster-name' as const), clusterId }),
  fc.record({ kind: fc.constant('table' as const), clusterId, database: name, table: name }),
  fc.record({ kind: fc.constant('source' as const), source: name }),
)

describe('a pattern', () => {
  it('matches its own name only, or what begins with its prefix', () => {
    expect(matchesName('a_x', 'a_x')).toBe(true)
    expect(matchesName('a_x', 'a_xy')).toBe(false)
    expect(matchesName('a_*', 'a_xy')).toBe(true)
    expect(matchesName('a_*', 'ab')).toBe(false)
    expect(matchesName('*', '')).toBe(true)
  })

  it('intersects with another to what both match', () => {
    fc.assert(
      fc.property(pattern, pattern, name, (a, b, text) => {
        const both = intersectPatterns(a, b)
        expect(both !== null && matchesName(both, text)).toBe(matchesName(a, text) && matchesName(b, text))
      }),
    )
  })

  it.each([
    ['', 'missing'],
    ['a*b', 'last character'],
    ['**', 'last character'],
    ['a_%', 'not with %'],
  ])('is not %j', (text, fault) => expect(findPatternFault(text)).toContain(fault))

  it.each(['a', 'a_*', '*', 'ä"`'])('is %j', (text) => expect(findPatternFault(text)).toBeNull())
})

describe('access', () => {
  it('to part of a cluster gives none to the whole, and shows its name', () => {
    const held: Access = [{ on: 'tables', clusterId: 'c1', database: 'a', table: '*', role: 'operator' }]
    expect(roleOn(held, { kind: 'table', clusterId: 'c1', database: 'a', table: 't' })).toBe('operator')
    expect(roleOn(held, { kind: 'table', clusterId: 'c1', database: 'b', table: 't' })).toBeUndefined()
    expect(roleOn(held, { kind: 'table', clusterId: 'c2', database: 'a', table: 't' })).toBeUndefined()
    expect(roleOn(held, { kind: 'cluster', clusterId: 'c1' })).toBeUndefined()
    expect(roleOn(held, { kind: 'everything' })).toBeUndefined()
    expect(roleOn(held, { kind: 'cluster-name', clusterId: 'c1' })).toBe('operator')
    expect(roleOn(held, { kind: 'cluster-name', clusterId: 'c2' })).toBeUndefined()
    expect(seesEverything(held)).toBe(false)
  })

  it('is the highest of its grants, and grows with each', () => {
    fc.assert(
      fc.property(access, grant, scope, (held, more, at) => {
        const before = roleOn(held, at)
        const after = roleOn([...held, more], at)
        if (before) expect(after && roleAllows(after, before)).toBe(true)
        else expect(after).toBe(coversScope(more, at) ? more.role : undefined)
      }),
    )
  })

  it('to everything is access to each scope', () => {
    fc.assert(
      fc.property(role, scope, (held, at) => {
        expect(roleOn([{ on: 'everything', role: held }], at)).toBe(held)
      }),
    )
  })

  it('to a cluster is access to each of its tables', () => {
    fc.assert(
      fc.property(access, clusterId, name, name, (held, id, database, table) => {
        const onCluster = roleOn(held, { kind: 'cluster', clusterId: id })
        const onTable = roleOn(held, { kind: 'table', clusterId: id, database, table })
        if (onCluster) expect(onTable && roleAllows(onTable, onCluster)).toBe(true)
        const ofName = roleOn(held, { kind: 'cluster-name', clusterId: id })
        if (onTable) expect(ofName && roleAllows(ofName, onTable)).toBe(true)
      }),
    )
  })

  it('to several scopes is the lowest', () => {
    fc.assert(
      fc.property(access, fc.array(scope, { minLength: 1, maxLength: 3 }), (held, at) => {
        const each = at.map((one) => roleOn(held, one))
        const lowest = each.some((one) => one === undefined)
          ? undefined
          : (each as Role[]).reduce((a, b) => lowerRole(a, b))
        expect(roleOnAll(held, at)).toBe(lowest)
      }),
    )
    expect(roleOnAll([{ on: 'everything', role: 'admin' }], [])).toBeUndefined()
  })

  it('for a verb is that of its built-in roles and of the custom roles that have it', () => {
    fc.assert(
      fc.property(access, verb, role, scope, (held, of, needed, at) => {
        const may = roleAllows(roleOn(accessFor(held, of, needed), at) ?? 'member', needed)
        const covering = held.filter((each) => coversScope(each, at))
        const expected = covering.some(
          ({ role: plain, custom }) =>
            roleAllows(plain, needed) || (custom?.verbs.includes(of) && roleAllows(custom.max, needed)),
        )
        expect(may).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a token for a verb is what both have for it', () => {
    fc.assert(
      fc.property(access, access, verb, role, scope, (maker, token, of, needed, at) => {
        if (at.kind === 'cluster-name') return
        const may = (held: Access) => roleAllows(roleOn(accessFor(held, of, needed), at) ?? 'member', needed)
        expect(may(narrowAccess(maker, token))).toBe(may(maker) && may(token))
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a token is what both the token and its maker may do', () => {
    fc.assert(
      fc.property(access, access, scope, (maker, token, at) => {
        const [ofMaker, ofToken] = [roleOn(maker, at), roleOn(token, at)]
        const expected = ofMaker && ofToken ? lowerRole(ofMaker, ofToken) : undefined
        const held = roleOn(narrowAccess(maker, token), at)
        // The name of a cluster is seen by whoever may see one of its tables: two may have no table in common.
        if (at.kind === 'cluster-name')
          expect(held === undefined || held === expected || lowerRole(held, expected ?? held) === held).toBe(
            true,
          )
        else expect(held).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})
