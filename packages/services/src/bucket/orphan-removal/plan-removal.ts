import { QueryFailedError } from '@frostline/clickhouse'
import { sampleChosenKey, sumChosenFindings } from '@frostline/db'
import type { ForeignPlace, RemovalChoice } from '@frostline/domain'
import { openSource } from '../../loads/source/open-source.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { leftOutClusters } from '../bucket-audit/schema.ts'
import type { ConcludedAudit } from './find-concluded-audit.ts'
import { findMarkedPlaces, readForeignPlaces } from './find-foreign-places.ts'
import { explainVersioning } from './read-removals.ts'
import type { RemovalPreview } from './schema.ts'

export interface RemovalPlan {
  preview: RemovalPreview
  /** Folders whose objects are left alone. */
  refused: ForeignPlace[]
}

/**
 * What a removal would take, and what blocks it: every replica is read for disks and backups outside of its file list.
 */
export async function planRemoval(
  ctx: ServiceContext,
  audit: ConcludedAudit,
  choice: RemovalChoice,
): Promise<RemovalPlan> {
  const [looks, marked, store] = await Promise.all([
    inspectReplicas(ctx, audit),
    findMarkedPlaces(ctx.db, audit.id),
    inspectStore(ctx, audit, choice),
  ])
  const refused = [...looks.places, ...marked]
  const sums = await sumChosenFindings(ctx.db, audit.id, choice, refused)
  const taken = sums.filter(({ reason }) => reason === null)
  return {
    refused,
    preview: {
      ...{ bucket: audit.bucket, prefixes: audit.prefixes, sums, noTags: store.noTags },
      objects: taken.reduce((sum, { objects }) => sum + objects, 0n),
      bytes: taken.reduce((sum, { bytes }) => sum + bytes, 0n),
      ...{ replicas: looks.replicas, obstacles: looks.obstacles },
      warnings: [...looks.warnings, ...store.warnings],
    },
  }
}

/**
 * Includes clusters that the audit excluded: an audit may rely on a person's assertion, since it changes nothing. A
 * removal deletes, so every replica has to confirm that it needs none of the objects.
 */
async function inspectReplicas(ctx: ServiceContext, { id: auditId, leftOut }: ConcludedAudit) {
  const unasked = new Set(leftOutClusters.parse(leftOut).map(({ clusterId }) => clusterId))
  const asked = await ctx.db.bucketAuditNode.findMany({ where: { auditId } })
  const clusters = await ctx.db.cluster.findMany({ select: { id: true, name: true } })
  const found = {
    places: [] as ForeignPlace[],
    obstacles: [] as string[],
    warnings: [] as string[],
    replicas: 0,
  }
  const present = new Set<string>()
  for (const { id, name } of clusters) {
    const { nodes } = await ctx.clusters.get(id)
    found.replicas += nodes.length
    await Promise.all(
      nodes.map(async (node) => {
        present.add(`${id}/${node.name}`)
        try {
          const { places, backups } = await readForeignPlaces(node)
          found.places.push(...places)
          for (const { disk, example } of backups) {
            const lies = asked.some(
              (row) => row.clusterId === id && row.nodeName === node.name && row.disks.includes(disk),
            )
            const what = `${node.name} of ${name} has made ${example}. Its objects have ordinary names and are not listed by any server.`
            if (lies)
              found.obstacles.push(
                `${what} Its disk is in this bucket, so orphans cannot be told apart from the backup.`,
              )
            else found.warnings.push(`${what} Make sure that ${disk} is not below these prefixes.`)
          }
        } catch (thrown) {
          if (!(thrown instanceof QueryFailedError)) throw thrown
          const why = unasked.has(id)
            ? ` The audit excluded ${name}. A removal cannot exclude it: every replica must confirm that it needs none of the objects. Bring it back, or remove ${name} from the console if it no longer exists.`
            : ''
          found.obstacles.push(`${node.name} of ${name} cannot be read: ${thrown.message}${why}`)
        }
      }),
    )
  }
  for (const row of asked)
    if (!present.has(`${row.clusterId}/${row.nodeName}`))
      found.obstacles.push(
        `${row.nodeName} of ${row.clusterName} was read by the audit and is not registered any more. Audit again without it.`,
      )
  return found
}

/** A store without tag support is detected by the first request. */
async function inspectStore(
  ctx: ServiceContext,
  { id, sourceId, bucket }: ConcludedAudit,
  choice: RemovalChoice,
): Promise<{ noTags: string | null; warnings: string[] }> {
  const key = await sampleChosenKey(ctx.db, id, choice)
  const source = await openSource(ctx, sourceId)
  try {
    const [tags, versioning] = await Promise.all([
      key === null ? null : source.store.readTags(bucket, key),
      source.store.readVersioning(bucket),
    ])
    const hasTags = tags === null || tags.kind === 'ok' || tags.kind === 'not-found'
    const warning = explainVersioning(bucket, versioning)
    return { noTags: hasTags ? null : tags.message, warnings: warning === null ? [] : [warning] }
  } finally {
    source.close()
  }
}
