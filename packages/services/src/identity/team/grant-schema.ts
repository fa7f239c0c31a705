import type { Transaction } from '@frostline/db'
import {
  type Access,
  type Grant,
  type GrantScope,
  namePatternText,
  type Role,
  roles,
} from '@frostline/domain'
import { z } from 'zod'
import { ServiceError } from '../../platform/base/service-error.ts'
import { noSuchCluster } from '../../platform/cluster/find-cluster.ts'

const roleName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('viewer, operator, admin, or the name of a custom role.')

/** A role on some tables or sources. */
const grantInput = z.discriminatedUnion('on', [
  z.object({ on: z.literal('everything'), role: roleName }),
  z.object({
    on: z.literal('tables'),
    role: roleName,
    cluster: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe('Id or slug. Null: all clusters, also later ones.'),
    database: namePatternText,
    table: namePatternText,
  }),
  z.object({ on: z.literal('sources'), role: roleName, source: namePatternText }),
])
export type GrantInput = z.infer<typeof grantInput>

export const grantList = z.array(grantInput).max(100)

const custom = z
  .object({
    verbs: z.array(z.string()).describe('Besides those of a viewer.'),
    max: z.enum(roles).describe('The highest built-in role that one of them needs.'),
  })
  .optional()
  .describe('Of a custom role. Left out: it is a built-in role.')

/** The same as shown. `cluster` is the slug. */
export const grantView = z.discriminatedUnion('on', [
  grantInput.options[0].extend({ custom }),
  grantInput.options[1].extend({
    custom,
    database: z.string(),
    table: z.string(),
    clusterName: z.string().nullable(),
  }),
  grantInput.options[2].extend({ custom, source: z.string() }),
])
export type GrantView = z.infer<typeof grantView>

/** A grant as it is stored. */
export type ResolvedGrant = GrantScope & { role: Role; customRoleId: string | null; roleName: string }

/**
 * @throws ServiceError `not_found` for an unknown cluster, `invalid` for an unknown role or a scope that is listed twice.
 */
export async function resolveGrants(tx: Transaction, given: readonly GrantInput[]): Promise<ResolvedGrant[]> {
  const clusters = await tx.cluster.findMany({ select: { id: true, slug: true } })
  const customRoles = await tx.customRole.findMany({ select: { id: true, name: true } })
  const grants = given.map(({ role: name, ...scope }): ResolvedGrant => {
    const role = resolveRole(name, customRoles)
    if (scope.on !== 'tables') return { ...scope, ...role }
    const { cluster, ...own } = scope
    if (cluster === null) return { ...own, ...role, clusterId: null }
    const found = clusters.find(({ id, slug }) => id === cluster || slug === cluster)
    if (!found) throw noSuchCluster(cluster)
    return { ...own, ...role, clusterId: found.id }
  })
  const scopes = given.map(({ role, ...scope }) => JSON.stringify(scope))
  if (new Set(scopes).size < scopes.length)
    throw new ServiceError('invalid', 'The same scope is granted twice.', {
      hint: 'Keep one grant for each scope, with the higher role.',
    })
  return grants
}

function resolveRole(name: string, customRoles: readonly { id: string; name: string }[]) {
  const builtIn = roles.find((role) => role === name)
  if (builtIn) return { role: builtIn, customRoleId: null, roleName: name }
  const custom = customRoles.find((role) => role.name === name)
  if (custom) return { role: 'viewer' as const, customRoleId: custom.id, roleName: name }
  throw new ServiceError('invalid', `There is no role ${name}.`, {
    hint: 'Use viewer, operator, admin or the name of a custom role under Teams.',
  })
}

export async function viewGrants(ctx: { db: Transaction }, access: Access): Promise<GrantView[]> {
  const ids = access.flatMap((grant) =>
    grant.on === 'tables' && grant.clusterId !== null ? [grant.clusterId] : [],
  )
  const clusters =
    ids.length === 0
      ? []
      : await ctx.db.cluster.findMany({
          where: { id: { in: ids } },
          select: { id: true, slug: true, name: true },
        })
  const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]))
  return access.map((grant) => toGrantView(grant, byId))
}

export function toGrantView(
  grant: Grant,
  clusters: ReadonlyMap<string, { slug: string; name: string }>,
): GrantView {
  const { custom } = grant
  const shown = custom
    ? { role: custom.name, custom: { verbs: [...custom.verbs], max: custom.max } }
    : { role: grant.role }
  if (grant.on === 'everything') return { on: grant.on, ...shown }
  if (grant.on === 'sources') return { on: grant.on, ...shown, source: grant.source }
  const { on, clusterId, database, table } = grant
  const cluster = clusterId === null ? undefined : clusters.get(clusterId)
  return {
    ...{ on, ...shown, database, table },
    cluster: cluster?.slug ?? clusterId,
    clusterName: cluster?.name ?? null,
  }
}
