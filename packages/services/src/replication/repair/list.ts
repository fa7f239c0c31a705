import type { ReplicaRepair } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { listRepairsInput, type RepairSummary, repairFigures, type repairPage } from './schema.ts'

/** Newest first. */
export async function listRepairs(
  ctx: ServiceContext,
  given: z.input<typeof listRepairsInput>,
): Promise<z.infer<typeof repairPage>> {
  await authorize(ctx, 'viewer')
  const { cluster, database, table, after, limit } = parseInput(listRepairsInput, given)
  const rows = await ctx.db.replicaRepair.findMany({
    where: {
      ...(cluster === undefined ? {} : { cluster: { OR: [{ id: cluster }, { slug: cluster }] } }),
      ...(database === undefined ? {} : { database }),
      ...(table === undefined ? {} : { table }),
    },
    include: { cluster: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
    ...(after === undefined ? {} : { cursor: { id: after }, skip: 1 }),
  })
  const page = rows.slice(0, limit)
  return {
    repairs: page.map(toSummary),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

function toSummary({
  cluster,
  requestedById: _by,
  starts: _starts,
  recoveries: _recoveries,
  before,
  after,
  ...own
}: ReplicaRepair & { cluster: { slug: string; name: string } }): RepairSummary {
  return {
    ...own,
    ...{ clusterSlug: cluster.slug, clusterName: cluster.name, before: repairFigures.parse(before) },
    after: after === null ? null : repairFigures.parse(after),
  }
}
