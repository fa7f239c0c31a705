import { everyName, intersectPatterns, matchesName, type NamePattern } from './name-pattern.ts'
import { highestRole, lowerRole, type Role, roleAllows } from './role.ts'

/** What a role is granted on. `clusterId` null: all clusters, also later ones. */
export type GrantScope =
  | { on: 'everything' }
  | { on: 'tables'; clusterId: string | null; database: NamePattern; table: NamePattern }
  | { on: 'sources'; source: NamePattern }
/** With a custom role, `role` is viewer: what it gives besides is asked for each verb, by accessFor. */
export type Grant = GrantScope & { role: Role; custom?: CustomGrant }

/** A role that an admin has made of verbs. */
interface CustomGrant {
  /** Of the custom role. */
  name: string
  /** Paths of procedures, such as `loads.start`. */
  verbs: readonly string[]
  /** No verb gives a higher role than this. */
  max: Role
}

/** All that a person or a token may do. */
export type Access = readonly Grant[]

/**
 * What a request touches. `cluster`: figures or objects of a whole cluster. `cluster-name`: only that there is this cluster, for
 * whoever may see some of its tables. `everything`: settings of the installation. Data of several tables is several scopes.
 */
export type Scope =
  | { kind: 'everything' }
  | { kind: 'cluster'; clusterId: string }
  | { kind: 'cluster-name'; clusterId: string }
  | { kind: 'table'; clusterId: string; database: string; table: string }
  | { kind: 'source'; source: string }

/** The highest role on a scope. Undefined: it may not even be seen. */
export function roleOn(access: Access, scope: Scope): Role | undefined {
  return highestRole(access.filter((grant) => coversScope(grant, scope)).map(({ role }) => role))
}

/** The role on all of these scopes: the lowest of them. Undefined where one may not be seen, or of none. */
export function roleOnAll(access: Access, scopes: readonly Scope[]): Role | undefined {
  const [first, ...others] = scopes.map((scope) => roleOn(access, scope))
  return others.reduce((low, role) => low && role && lowerRole(low, role), first)
}

export function coversScope(grant: GrantScope, scope: Scope): boolean {
  if (grant.on === 'everything') return true
  if (grant.on === 'sources') return scope.kind === 'source' && matchesName(grant.source, scope.source)
  if (scope.kind === 'everything' || scope.kind === 'source') return false
  if (grant.clusterId !== null && grant.clusterId !== scope.clusterId) return false
  if (scope.kind === 'cluster-name') return true
  if (scope.kind === 'cluster') return isWholeCluster(grant)
  return matchesName(grant.database, scope.database) && matchesName(grant.table, scope.table)
}

export function isWholeCluster({ database, table }: { database: NamePattern; table: NamePattern }): boolean {
  return database === everyName && table === everyName
}

/** Whether there is nothing that this access may not see. */
export function seesEverything(access: Access): boolean {
  return access.some(({ on }) => on === 'everything')
}

/** What is held for one verb: grants of custom roles that have it give the role that it needs. */
export function accessFor(access: Access, verb: string, needed: Role): Access {
  return access.map((grant) =>
    grant.custom && roleAllows(grant.custom.max, needed) && grant.custom.verbs.includes(verb)
      ? { ...grant, role: needed }
      : grant,
  )
}

/** What both allow: of a token and the person behind it. */
export function narrowAccess(access: Access, limits: Access): Access {
  return access.flatMap((grant) =>
    limits.flatMap((limit) => {
      const scope = intersectScopes(grant, limit)
      if (!scope) return []
      const custom = narrowCustom(grant, limit)
      return [{ ...scope, role: lowerRole(grant.role, limit.role), ...(custom ? { custom } : {}) }]
    }),
  )
}

/** Undefined: only what their roles share. */
function narrowCustom(a: Grant, b: Grant): CustomGrant | undefined {
  if (!a.custom || !b.custom) {
    const [custom, plain] = a.custom ? [a.custom, b.role] : [b.custom, a.role]
    return custom && { ...custom, max: lowerRole(custom.max, plain) }
  }
  const { name, verbs, max } = b.custom
  const shared = a.custom.verbs.filter((verb) => verbs.includes(verb))
  const both = a.custom.name === name ? name : `${a.custom.name} within ${name}`
  return { name: both, verbs: shared, max: lowerRole(a.custom.max, max) }
}

/** Null: they share nothing. */
function intersectScopes(a: GrantScope, b: GrantScope): GrantScope | null {
  if (a.on === 'everything') return scopeOf(b)
  if (b.on === 'everything') return scopeOf(a)
  if (a.on === 'sources' || b.on === 'sources') {
    const source = a.on === 'sources' && b.on === 'sources' ? intersectPatterns(a.source, b.source) : null
    return source === null ? null : { on: 'sources', source }
  }
  if (a.clusterId !== null && b.clusterId !== null && a.clusterId !== b.clusterId) return null
  const database = intersectPatterns(a.database, b.database)
  const table = intersectPatterns(a.table, b.table)
  if (database === null || table === null) return null
  return { on: 'tables', clusterId: a.clusterId ?? b.clusterId, database, table }
}

function scopeOf(grant: GrantScope): GrantScope {
  if (grant.on === 'everything') return { on: 'everything' }
  if (grant.on === 'sources') return { on: 'sources', source: grant.source }
  const { clusterId, database, table } = grant
  return { on: 'tables', clusterId, database, table }
}

/** "tables events.a_*", as in "operator on tables events.a_*". */
export function describeGrantScope(scope: GrantScope, nameOf: (clusterId: string) => string): string {
  if (scope.on === 'everything') return 'everything'
  if (scope.on === 'sources') return scope.source === everyName ? 'all sources' : `sources ${scope.source}`
  const cluster = scope.clusterId === null ? 'all clusters' : nameOf(scope.clusterId)
  return isWholeCluster(scope) ? cluster : `tables ${scope.database}.${scope.table} of ${cluster}`
}

/** As in "This needs the role operator on …". */
export function describeScope(scope: Scope): string {
  if (scope.kind === 'everything') return 'everything'
  if (scope.kind === 'cluster') return 'the whole cluster'
  if (scope.kind === 'cluster-name') return 'the cluster'
  return scope.kind === 'source' ? `the source ${scope.source}` : `${scope.database}.${scope.table}`
}
