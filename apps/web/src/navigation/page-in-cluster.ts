import type { Route } from 'next'
import { routes } from './routes.ts'

/** The page of an object in a cluster, by its type in the audit; undefined if it has none. */
export function pageInCluster(slug: string, objectType: string, objectId: string): Route | undefined {
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
  if (objectType === 'replica-repair') return routes.replication(slug)
  if (objectType === 'zero-copy-exit') return routes.zeroCopyExit(slug, objectId)
  if (objectType === 'archive-schedule') return routes.archives(slug)
  if (objectType === 'archive') return routes.archive(slug, objectId)
  if (objectType === 'archive-restore') return routes.archiveRestore(slug, objectId)
  if (objectType === 'archive-expiry') return routes.archiveExpiry(slug, objectId)
  if (objectType === 'restore-removal') return routes.restoreRemoval(slug, objectId)
  if (objectType === 'change-set') return routes.changeSet(objectId)
  if (objectType === 'load-pipeline') return routes.pipeline(slug, objectId)
  if (objectType === 'tier-schedule') return routes.schedule(slug, objectId)
  return objectType === 'tier-migration' ? routes.migration(slug, objectId) : undefined
}
