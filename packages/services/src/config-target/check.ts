import { notifyChange, Prisma } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { readConfigTarget } from './read-target.ts'
import { type ConfigTargetView, configTargetRef } from './schema.ts'

/** Has a worker look at the folders once more: it is the worker that writes, so only it can tell. */
export async function checkConfigTarget(
  ctx: ServiceContext,
  given: z.input<typeof configTargetRef>,
): Promise<ConfigTargetView> {
  const about = { action: 'config-target.check', objectType: 'cluster', objectName: given.cluster }
  await authorize(ctx, 'admin', about)
  const input = parseInput(configTargetRef, given)
  return ctx.db.$transaction(async (tx) => {
    const target = await readConfigTarget(tx, input.cluster)
    if (target.kind === 'download')
      throw new ServiceError(
        'conflict',
        `The configuration files of ${target.clusterName} are set to download only. There is no folder.`,
        {
          hint: 'Set folders first, in the cluster settings.',
        },
      )
    await tx.configTarget.update({
      where: { clusterId: target.clusterId },
      data: { check: Prisma.DbNull, checkedAt: null },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: target.clusterId,
      objectName: target.clusterName,
      clusterId: target.clusterId,
      clusterName: target.clusterName,
      outcome: 'succeeded',
    })
    await notifyChange(tx, 'config-target', target.clusterId)
    return readConfigTarget(tx, target.clusterId)
  })
}
