import type { Route } from 'next'
import { routes } from '../../navigation/routes.ts'
import type { AuditEntry } from './audit-entry.ts'

type Linked = Pick<AuditEntry, 'objectType' | 'objectId' | 'clusterId'>

/**
 * The page of an entry's object; undefined when it has none or its cluster is not registered any more. Entries
 * outlive their objects, so the page may still say that it is gone.
 */
export function linkObject(
  { objectType, objectId, clusterId }: Linked,
  clusters: readonly { id: string; slug: string }[],
): Route | undefined {
  const slugOf = (id: string | null) => clusters.find((cluster) => cluster.id === id)?.slug
  if (objectId === null) return undefined
  if (objectType === 'user') return `${routes.adminUsers}?user=${encodeURIComponent(objectId)}` as Route
  if (objectType === 'token') return `${routes.adminTokens}?token=${encodeURIComponent(objectId)}` as Route
  if (objectType === 'source') return routes.browseSource(objectId)
  const slug = slugOf(objectType === 'cluster' ? objectId : clusterId)
  if (slug === undefined) return undefined
  if (objectType === 'cluster') return routes.overview(slug)
  if (objectType === 'price-book') return routes.costs(slug)
  if (objectType === 'storage-proposal') return routes.storageProposal(slug, objectId)
  if (objectType === 'load-job') return routes.load(slug, objectId)
  if (objectType === 'data-generation') return routes.generation(slug, objectId)
  if (objectType === 'cache-schedule') return routes.cacheSchedules(slug)
  if (objectType === 'cache-warmup') return routes.warmup(slug, objectId)
  if (objectType === 'bucket-audit') return routes.bucketAudit(slug, objectId)
  if (objectType === 'orphan-removal') return routes.orphanRemoval(slug, objectId)
  if (objectType === 'tier-benchmark') return routes.tierBenchmark(slug, objectId)
  if (objectType === 'disk-benchmark') return routes.diskBenchmark(slug, objectId)
  if (objectType === 'replay') return routes.replay(slug, objectId)
  if (objectType === 'disk-check') return routes.diskCheck(slug, objectId)
  if (objectType === 'load-pipeline') return routes.pipeline(slug, objectId)
  if (objectType === 'tier-schedule') return routes.schedule(slug, objectId)
  return objectType === 'tier-migration' ? routes.migration(slug, objectId) : undefined
}
