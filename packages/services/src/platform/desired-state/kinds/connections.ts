import { connectionSpec, isApplied, isSameSpec } from '@frostline/domain'
import { registerCluster, updateCluster } from '../../cluster/change-clusters.ts'
import { refuseDeviation } from '../refuse-deviation.ts'
import { requireSlug } from '../require-slug.ts'
import type { NodeAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

/** How clusters are reached. The nodes are tested when it changes, so it is no transaction of the ledger alone. */
export const connectionAdapter: NodeAdapter = {
  async read({ db, clusters }) {
    const rows = await db.cluster.findMany({
      where: { nodes: { some: {} } },
      include: { nodes: { orderBy: { name: 'asc' } } },
    })
    return rows.map(
      ({ id, slug, name, username, clusterName, tlsVerify, tlsCaPem, sealedPassword, nodes }) => ({
        ...{ kind: 'connection' as const, cluster: slug, name: '', id },
        secrets: { secret: () => clusters.openPassword({ id, sealedPassword }) },
        spec: toSpec({
          ...(name === slug ? {} : { name }),
          ...{ username, clusterName, tlsVerify, tlsCaPem },
          nodes: Object.fromEntries(nodes.map((node) => [node.name, toNodeSpec(node)])),
        }),
      }),
    )
  },
  preview: async () => ({ notes: ['All nodes are tested before it is stored.'] }),
  async carryOut(ctx, change, { secret = '' }) {
    const slug = requireSlug(change)
    const present = (await connectionAdapter.read(ctx, { wanted: 'all', leftOut: [] })).find(
      ({ cluster }) => cluster === slug,
    )
    const isStored = secret === '' || present?.secrets?.secret?.() === secret
    if (present && isApplied(change, present) && isStored) return 'unchanged'
    if (!isSameSpec(present?.spec ?? null, change.before)) refuseDeviation(change, present ?? null)
    const { name, nodes, secret: _, ...connection } = connectionSpec.parse(change.after)
    const input = {
      ...connection,
      nodes: Object.entries(nodes).map(([node, at]) => ({ name: node, ...at })),
    }
    if (!present) await registerCluster(ctx, { ...input, slug, name: name ?? slug, password: secret })
    else
      await updateCluster(ctx, {
        ...{ ...input, cluster: present.id, name: name ?? nameOf(present.spec) ?? slug },
        ...(secret === '' ? {} : { password: secret }),
      })
    return 'done'
  },
}

const toNodeSpec = ({ url, shard, replica }: { url: string; shard: number; replica: number }) => ({
  ...{ url, shard, replica },
})

const nameOf = (spec: unknown) => connectionSpec.parse(spec).name
