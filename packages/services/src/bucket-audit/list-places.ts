import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type BucketPlaceRow, listBucketPlacesInput } from './schema.ts'

/** Parts of one table, and what else it has in the bucket, in the order of their names. */
export async function listBucketPlaces(
  ctx: ServiceContext,
  given: z.input<typeof listBucketPlacesInput>,
): Promise<{ places: BucketPlaceRow[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { id: auditId, database, table, tableUuid, after, limit } = parseInput(listBucketPlacesInput, given)
  const [rows, nodes] = await Promise.all([
    ctx.db.bucketAuditPlace.findMany({
      where: { auditId, database, table, files: { gt: 0 }, ...(table === '' ? { tableUuid } : {}) },
      orderBy: [{ part: 'asc' }, { node: 'asc' }, { id: 'asc' }],
      take: limit + 1,
      ...(after ? { cursor: { auditId_id: { auditId, id: after } }, skip: 1 } : {}),
    }),
    ctx.db.bucketAuditNode.findMany({ where: { auditId }, select: { ordinal: true, nodeName: true } }),
  ])
  const names = new Map(nodes.map(({ ordinal, nodeName }) => [ordinal, nodeName]))
  const page = rows.slice(0, limit)
  return {
    places: page.map((row) => ({
      ...{ id: row.id, nodeName: names.get(row.node) ?? '', disk: row.disk, part: row.part },
      holding:
        row.state !== 'part'
          ? row.state
          : row.active === null
            ? 'unlisted'
            : row.active
              ? 'active'
              : 'inactive',
      ...{ files: row.files, fileBytes: row.fileBytes, objects: row.objects, objectBytes: row.objectBytes },
      ...{ sharedFiles: row.sharedFiles, missingFiles: row.missingFiles, partBytes: row.partBytes },
      countedBytes: row.fileBytes - row.uncountedBytes,
    })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
