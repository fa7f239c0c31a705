import { planRepair, type RepairedSet, type RepairPlan, type ReplicaRepairKind } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { getTableReplication } from '../get-table.ts'
import type { ReplicaView } from '../schema.ts'
import type { RepairFigures } from './schema.ts'

export interface RepairTarget {
  cluster: string
  database: string
  table: string
  kind: ReplicaRepairKind
  keeperPath: string
  replicaName: string
  limitSeconds: number
}

/** The current replicas of a table in one shard, and what a repair of one of them would do. */
export async function observeRepair(
  ctx: ServiceContext,
  target: RepairTarget,
): Promise<{ set: RepairedSet; plan: RepairPlan; figures: RepairFigures; missingNodes: string[] }> {
  const { cluster, database, table, kind, keeperPath, replicaName, limitSeconds } = target
  const { data } = await getTableReplication(ctx, { cluster, database, table, fresh: true })
  const found = data.sets.find((set) => set.keeperPath === keeperPath)
  const { missingNodes } = data.coverage
  const set: RepairedSet = {
    ...{ kind, replicaName, keeper: found?.keeper ?? null },
    replicas: (found?.replicas ?? []).map(toRepairReplica),
  }
  const figures: RepairFigures = {
    ...{
      at: ctx.now().toISOString(),
      keeper: set.keeper && { ...set.keeper, inactive: [...set.keeper.inactive] },
    },
    missingNodes,
    replicas: (found?.replicas ?? []).map(toFigures),
  }
  return { set, plan: planRepair({ ...set, keeperPath, limitSeconds, missingNodes }), figures, missingNodes }
}

function toRepairReplica({
  node,
  replicaName,
  content,
  queue,
  readOnly,
}: ReplicaView): RepairedSet['replicas'][number] {
  return {
    ...{ node, replicaName, rows: content.rows, queued: queue.entries },
    readOnly: readOnly?.reason ?? null,
    metadataLost: readOnly?.metadataLost ?? false,
    content: { ...content, hash: BigInt(`0x${content.hash}`) },
  }
}

function toFigures({
  node,
  replicaName,
  content,
  queue,
  readOnly,
}: ReplicaView): RepairFigures['replicas'][number] {
  const blocked = queue.byType.find((group) => group.lastException ?? group.postponeReason)
  return {
    ...{ node, replicaName, queued: queue.entries, readOnly: readOnly?.reason ?? null, hash: content.hash },
    ...{ rows: String(content.rows), parts: String(content.parts), bytes: String(content.bytes) },
    waitsFor: blocked ? `${blocked.type}: ${blocked.lastException ?? blocked.postponeReason}` : null,
  }
}
