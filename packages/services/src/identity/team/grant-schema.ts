import type { Transaction } from '@frostline/db'
import { type Access, type Grant, namePatternText } from '@frostline/domain'
import { z } from 'zod'
import { ServiceError } from '../../platform/base/service-error.ts'
import { noSuchCluster } from '../../platform/cluster/find-cluster.ts'
import { roleSchema } from '../user/user-view.ts'

/** A role on some tables or sources. */
const grantInput = z.discriminatedUnion('on', [
  z.object({ on: z.literal('everything'), role: roleSchema }),
  z.object({
    on: z.literal('tables'),
    role: roleSchema,
    cluster: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .describe('Id or slug. Null: all clusters, also later ones.'),
    database: namePatternText,
    table: namePatternText,
  }),
  z.object({ on: z.literal('sources'), role: roleSchema, source: namePatternText }),
])
export type GrantInput = z.infer<typeof grantInput>

export const grantList = z.array(grantInput).max(100)

/** The same as shown. `cluster` is the slug. */
export const grantView = z.discriminatedUnion('on', [
  grantInput.options[0],
  grantInput.options[1].extend({
    database: z.string(),
    table: z.string(),
    clusterName: z.string().nullable(),
  }),
  grantInput.options[2].extend({ source: z.string() }),
])
export type GrantView = z.infer<typeof grantView>

/** @throws ServiceError `not_found` for an unknown cluster, `conflict` for a scope that is listed twice. */
export async function resolveGrants(tx: Transaction, given: readonly GrantInput[]): Promise<Grant[]> {
  const clusters = await tx.cluster.findMany({ select: { id: true, slug: true } })
  const grants = given.map((grant): Grant => {
    if (grant.on !== 'tables') return grant
    const { cluster, ...own } = grant
    if (cluster === null) return { ...own, clusterId: null }
    const found = clusters.find(({ id, slug }) => id === cluster || slug === cluster)
    if (!found) throw noSuchCluster(cluster)
    return { ...own, clusterId: found.id }
  })
  const scopes = grants.map(({ role, ...scope }) => JSON.stringify(scope))
  if (new Set(scopes).size < scopes.length)
    throw new ServiceError('invalid', 'The same scope is granted twice.', {
      hint: 'Keep one grant for each scope, with the higher role.',
    })
  return grants
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
  if (grant.on === 'everything') return { on: grant.on, role: grant.role }
  if (grant.on === 'sources') return { on: grant.on, role: grant.role, source: grant.source }
  const { on, role, clusterId, database, table } = grant
  const cluster = clusterId === null ? undefined : clusters.get(clusterId)
  return {
    ...{ on, role, database, table },
    cluster: cluster?.slug ?? clusterId,
    clusterName: cluster?.name ?? null,
  }
}
