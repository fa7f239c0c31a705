import { describeGrantScope, findPatternFault, type GrantScope, matchesName } from '@frostline/domain'
import { z } from 'zod'
import type { ShownGrant } from '@/auth/session.ts'
import { choice } from '@/form/field-schemas.ts'

/** Stands for all clusters in the choice of one: no slug is empty. */
export const everyCluster = '*'

const grantFields = z.object({
  /** Built-in, or the name of a custom one. */
  role: z.string(),
  on: choice<GrantScope['on']>(),
  /** A slug, or all. */
  cluster: z.string(),
  database: z.string().trim(),
  table: z.string().trim(),
  source: z.string().trim(),
})
type GrantFields = z.output<typeof grantFields>

const grantForm = grantFields
  .superRefine((grant, context) => {
    const fields =
      grant.on === 'tables'
        ? (['database', 'table'] as const)
        : grant.on === 'sources'
          ? (['source'] as const)
          : []
    for (const field of fields) {
      const message = findPatternFault(grant[field])
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message, continue: true })
    }
  })
  .transform(toInput)
export type GrantDraft = z.input<typeof grantForm>

/** A list of grants, of which no two have the same scope. */
export const grantsForm = z.array(grantForm).superRefine((grants, context) => {
  const seen = new Set<string>()
  for (const [index, { role: _, ...scope }] of grants.entries()) {
    const key = JSON.stringify(scope)
    if (seen.has(key))
      context.addIssue({ code: 'custom', path: [index, 'on'], message: 'This is granted above already.' })
    seen.add(key)
  }
})

function toInput({ role, on, cluster, database, table, source }: GrantFields) {
  if (on === 'everything') return { on, role }
  if (on === 'sources') return { on, role, source }
  return { on, role, cluster: cluster === everyCluster ? null : cluster, database, table }
}

export function newGrant(cluster: string | null): GrantDraft {
  return {
    role: 'viewer',
    on: 'tables',
    cluster: cluster ?? everyCluster,
    database: '',
    table: '*',
    source: '',
  }
}

export function draftOfGrant(grant: ShownGrant): GrantDraft {
  const empty = { cluster: everyCluster, database: '', table: '', source: '' }
  const { role } = grant
  if (grant.on === 'everything') return { ...empty, on: grant.on, role }
  if (grant.on === 'sources') return { ...empty, on: grant.on, role, source: grant.source }
  const { on, cluster, database, table } = grant
  return { ...empty, on, role, cluster: cluster ?? everyCluster, database, table }
}

/** "operator on tables shop.a_* of Demo". */
export function describeGrant(grant: ShownGrant): string {
  return `${grant.role} on ${describeScopeOf(grant)}`
}

function describeScopeOf(grant: ShownGrant): string {
  if (grant.on !== 'tables') return describeGrantScope(grant, () => '')
  const { on, cluster: clusterId, clusterName, database, table } = grant
  return describeGrantScope({ on, clusterId, database, table }, (id) => clusterName ?? id)
}

interface NamedTables {
  databases: readonly { name: string; tables: readonly string[] }[]
  complete: boolean
}

/** What a draft matches now, in words. Null: it cannot be said. */
export function countMatches(
  { on, database, table, source }: Pick<GrantDraft, 'on' | 'database' | 'table' | 'source'>,
  known: { tables: readonly (NamedTables | undefined)[]; sources: readonly string[] | undefined },
): string | null {
  if (on === 'everything') return 'All clusters, sources and settings, also later ones.'
  if (on === 'sources') {
    if (known.sources === undefined || findPatternFault(source) !== null) return null
    return `Matches ${plural(known.sources.filter((name) => matchesName(source, name)).length, 'source')} now.`
  }
  if (findPatternFault(database) !== null || findPatternFault(table) !== null) return null
  const read = known.tables.flatMap((each) => each ?? [])
  if (read.length === 0) return null
  const matching = read
    .flatMap(({ databases }) => databases)
    .filter(({ name }) => matchesName(database, name))
    .reduce((sum, { tables }) => sum + tables.filter((name) => matchesName(table, name)).length, 0)
  const isPart = read.length < known.tables.length || read.some(({ complete }) => !complete)
  return `Matches ${isPart ? 'at least ' : ''}${plural(matching, 'table')} now.`
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
