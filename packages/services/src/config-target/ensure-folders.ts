import { notifyChange, Prisma, type Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { folderByNode } from './read-target.ts'

/**
 * Registers the folders of a cluster that was started with us. What a person has chosen since stays: only a target that
 * nobody or the set-up itself has set is changed.
 */
export async function ensureConfigFolders(
  tx: Transaction,
  ctx: ServiceContext,
  cluster: { id: string; name: string },
  folders: Readonly<Record<string, string>>,
): Promise<boolean> {
  const present = await tx.configTarget.findUnique({ where: { clusterId: cluster.id } })
  if (Object.keys(folders).length === 0 || (present && present.updatedBy !== ctx.actor.name)) return false
  const before = Object.entries(folderByNode.parse(present?.folderByNode ?? {})).sort()
  if (JSON.stringify(before) === JSON.stringify(Object.entries(folders).sort())) return false
  const columns = {
    kind: 'directory' as const,
    folder: '',
    folderByNode: folders,
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
    action: 'config-target.set',
    objectType: 'cluster',
    objectId: cluster.id,
    objectName: cluster.name,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'succeeded',
    details: {
      kind: 'directory',
      folders: Object.entries(folders).map(([node, folder]) => `${node}: ${folder}`),
    },
  })
  await notifyChange(tx, 'config-target', cluster.id)
  return true
}
