import { notifyChange, Prisma } from '@frostline/db'
import { resolveNodeFolders } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { refuseOpenRuns } from '../open-run/refuse-open-runs.ts'
import { readConfigTarget } from './read-target.ts'
import { type ConfigTargetView, type SetConfigTargetInput, setConfigTargetInput } from './schema.ts'

/**
 * Says how configuration files come to the nodes. Paths that cannot be right are refused; whether a worker can write
 * there, the next worker that looks will say.
 */
export async function setConfigTarget(
  ctx: ServiceContext,
  given: SetConfigTargetInput,
): Promise<ConfigTargetView> {
  const about = { action: 'config-target.set', objectType: 'cluster', objectName: given.cluster }
  await authorize(ctx, 'admin', about)
  const input = parseInput(setConfigTargetInput, given)
  return ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, input.cluster)
    await refuseOpenRuns(tx, { clusterId: cluster.id }, { kinds: ['storage-rollout'] })
    const own = Object.entries(input.folderByNode).filter(([, folder]) => folder !== '')
    const stranger = own.find(([name]) => !cluster.nodes.some((node) => node.name === name))
    if (stranger) throw new ServiceError('invalid', `${cluster.name} has no node ${stranger[0]}.`)
    const rule = { folder: input.folder, folderByNode: Object.fromEntries(own) }
    const places = cluster.nodes.map(({ name, shard, replica }) => ({ node: name, shard, replica }))
    const folders = input.kind === 'directory' ? resolveNodeFolders(rule, places) : []
    const faulty = folders.find(({ fault }) => fault !== null)
    if (faulty)
      throw new ServiceError('invalid', `${faulty.node}: ${faulty.fault}`, {
        hint: 'Give an absolute path with {node} in it, or a path for each node.',
      })
    const columns = {
      kind: input.kind,
      ...rule,
      updatedAt: ctx.now(),
      updatedBy: ctx.actor.name,
      check: Prisma.DbNull,
      checkedAt: null,
    }
    await tx.configTarget.upsert({
      where: { clusterId: cluster.id },
      create: { clusterId: cluster.id, ...columns },
      update: columns,
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: { kind: input.kind, folders: folders.map(({ node, folder }) => `${node}: ${folder}`) },
    })
    await notifyChange(tx, 'config-target', cluster.id)
    return readConfigTarget(tx, cluster.id)
  })
}
