import type { Grant as StoredGrant, Transaction } from '@frostline/db'
import { type Access, type Grant, highestRole, narrowAccess, type Role, verbCatalog } from '@frostline/domain'
import { type AccountRole, accessOfRole } from '../../platform/base/actor.ts'

/** The columns of a grant that say what it grants. */
export const grantSelection = {
  role: true,
  kind: true,
  clusterId: true,
  database: true,
  table: true,
  source: true,
  customRole: { select: { name: true, verbs: true } },
} as const
type ScopeRow = Pick<StoredGrant, 'role' | 'kind' | 'clusterId' | 'database' | 'table' | 'source'>
type GrantRow = ScopeRow & { customRole: { name: string; verbs: string[] } | null }

/** What a person may do: the role of the account, their own grants, and those of their teams. */
export async function readAccess(tx: Transaction, user: { id: string; role: AccountRole }): Promise<Access> {
  // An admin may do everything already.
  if (user.role === 'admin') return accessOfRole(user.role)
  const rows = await tx.grant.findMany({
    where: { OR: [{ userId: user.id }, { team: { members: { some: { userId: user.id } } } }] },
    select: grantSelection,
    orderBy: { id: 'asc' },
  })
  return [...accessOfRole(user.role), ...rows.map(toGrant)]
}

/** What a token may do: its limits, within what the person behind it may do now. */
export async function readTokenAccess(
  tx: Transaction,
  token: { role: Role; grants: GrantRow[]; createdBy: { id: string; role: AccountRole } },
): Promise<Access> {
  const limits =
    token.grants.length === 0
      ? accessOfRole(token.role)
      : narrowAccess(token.grants.map(toGrant), accessOfRole(token.role))
  return narrowAccess(await readAccess(tx, token.createdBy), limits)
}

export function toGrant({ customRole, ...row }: GrantRow): Grant {
  const grant = toPlainGrant(row)
  if (!customRole) return grant
  // Verbs that are no longer in the catalog give nothing.
  const known = verbCatalog.filter(({ path }) => customRole.verbs.includes(path))
  const max = highestRole(known.map(({ role }) => role)) ?? 'viewer'
  const verbs = known.map(({ path }) => path)
  return { ...grant, role: 'viewer', custom: { name: customRole.name, verbs, max } }
}

function toPlainGrant({ role, kind, clusterId, database, table, source }: ScopeRow): Grant {
  if (kind === 'tables' && database !== null && table !== null)
    return { on: 'tables', clusterId, database, table, role }
  if (kind === 'sources' && source !== null) return { on: 'sources', source, role }
  if (kind === 'everything') return { on: 'everything', role }
  throw new Error(`A grant of ${kind} is incomplete.`)
}

export function toGrantRow(grant: Grant): ScopeRow {
  const none = { clusterId: null, database: null, table: null, source: null }
  const { role, on: kind } = grant
  if (grant.on === 'everything') return { ...none, role, kind }
  if (grant.on === 'sources') return { ...none, role, kind, source: grant.source }
  const { clusterId, database, table } = grant
  return { ...none, role, kind, clusterId, database, table }
}
