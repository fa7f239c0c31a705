import { Prisma } from '@frostline/db'
import {
  type Grant,
  isWholeCluster,
  type NamePattern,
  readPattern,
  roleOn,
  type Scope,
  seesEverything,
} from '@frostline/domain'
import { type Actor, accessOf } from '../../platform/base/actor.ts'
import { escapeLike } from '../../platform/base/escape-like.ts'

type TablesGrant = Extract<Grant, { on: 'tables' }>

/** Conditions on rows of the ledger. Undefined: the actor may see all of them. */
type Limits = Record<string, unknown> | undefined

const { sql } = Prisma

export function maySee(actor: Actor, scope: Scope): boolean {
  return roleOn(accessOf(actor), scope) !== undefined
}

export function maySeeAll(actor: Actor, scopes: readonly Scope[]): boolean {
  return scopes.every((scope) => maySee(actor, scope))
}

/** Whether the actor may see this table. Undefined: all of this cluster. */
export function tableFilter(
  actor: Actor,
  clusterId: string,
): ((at: { database: string; table: string }) => boolean) | undefined {
  if (maySee(actor, { kind: 'cluster', clusterId })) return undefined
  return ({ database, table }) => maySee(actor, { kind: 'table', clusterId, database, table })
}

/** Of rows of `cluster`: those with a table that may be seen. */
export function whereClusterName(actor: Actor): Limits {
  return limitsOf(actor, (grants) =>
    grants.map(({ clusterId }) => (clusterId === null ? {} : { id: clusterId })),
  )
}

/** Of rows with `clusterId` that belong to a whole cluster. */
export function whereWholeCluster(actor: Actor): Limits {
  return limitsOf(actor, (grants) => grants.filter(isWholeCluster).map(ofCluster))
}

/**
 * Of rows with `clusterId`, `database` and `table`: those of visible tables. Rows without a table belong to the whole
 * cluster.
 */
export function whereTable(actor: Actor): Limits {
  return limitsOf(actor, (grants) =>
    grants.map((grant) =>
      isWholeCluster(grant)
        ? ofCluster(grant)
        : { ...ofCluster(grant), database: named(grant.database), table: named(grant.table) },
    ),
  )
}

/** Of runs: those of visible tables and clusters. What changes the installation is not part of a cluster. */
export function whereRun(actor: Actor): Limits {
  const limits = whereTable(actor)
  return limits && { AND: [limits, { kind: { not: 'change-set' } }] }
}

/** The same as a condition on rows of `run`. */
export function sqlOfRuns(actor: Actor): Prisma.Sql {
  const access = accessOf(actor)
  if (seesEverything(access)) return sql`true`
  const visible = tableGrants(actor).map(({ clusterId, database, table }) => {
    const conditions = [
      ...(clusterId === null ? [] : [sql`run."clusterId" = ${clusterId}`]),
      ...(isWholeCluster({ database, table })
        ? [sql`true`]
        : [matches(sql`run.database`, database), matches(sql`run."table"`, table)]),
    ]
    return sql`(${Prisma.join(conditions, ' AND ')})`
  })
  if (visible.length === 0) return sql`false`
  return sql`(run.kind <> 'change-set' AND (${Prisma.join(visible, ' OR ')}))`
}

/** Of rows of `source`. */
export function whereSource(actor: Actor): Limits {
  const access = accessOf(actor)
  if (seesEverything(access)) return undefined
  return anyOf(access.flatMap((grant) => (grant.on === 'sources' ? [{ name: named(grant.source) }] : [])))
}

function limitsOf(actor: Actor, conditions: (grants: TablesGrant[]) => Record<string, unknown>[]): Limits {
  return seesEverything(accessOf(actor)) ? undefined : anyOf(conditions(tableGrants(actor)))
}

/** Within an AND, Prisma drops an empty OR, and all rows match. */
function anyOf(conditions: Record<string, unknown>[]): Record<string, unknown> {
  return conditions.length === 0 ? { id: { in: [] } } : { OR: conditions }
}

function tableGrants(actor: Actor): TablesGrant[] {
  return accessOf(actor).filter((grant) => grant.on === 'tables')
}

function ofCluster({ clusterId }: TablesGrant): Record<string, unknown> {
  return clusterId === null ? {} : { clusterId }
}

function named(pattern: NamePattern): Record<string, unknown> {
  const read = readPattern(pattern)
  // Null, of a row without a table, does not begin with an empty prefix either.
  return 'exact' in read ? { equals: read.exact } : { startsWith: escapeLike(read.prefix) }
}

function matches(column: Prisma.Sql, pattern: NamePattern): Prisma.Sql {
  const read = readPattern(pattern)
  return 'exact' in read ? sql`${column} = ${read.exact}` : sql`starts_with(${column}, ${read.prefix})`
}
