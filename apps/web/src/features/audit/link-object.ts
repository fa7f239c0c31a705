import type { Route } from 'next'
import { pageInCluster } from '../../navigation/page-in-cluster.ts'
import { routes } from '../../navigation/routes.ts'
import type { AuditEntry } from './audit-entry.ts'

type Linked = Pick<AuditEntry, 'objectType' | 'objectId' | 'clusterId'>

/**
 * The page of an entry's object; undefined when it has none or its cluster is no longer registered. Entries outlive
 * their objects, so the page may still say that it is gone.
 */
export function linkObject(
  { objectType, objectId, clusterId }: Linked,
  clusters: readonly { id: string; slug: string }[],
): Route | undefined {
  const slugOf = (id: string | null) => clusters.find((cluster) => cluster.id === id)?.slug
  if (objectId === null) return undefined
  if (objectType === 'user') return `${routes.adminUsers}?user=${encodeURIComponent(objectId)}` as Route
  if (objectType === 'sign-in-provider') return routes.adminSignIn
  if (objectType === 'team' || objectType === 'custom-role') return routes.adminTeams
  if (objectType === 'approval-rule') return routes.approvals
  if (objectType === 'token') return `${routes.adminTokens}?token=${encodeURIComponent(objectId)}` as Route
  if (objectType === 'audit-destination') return routes.auditDestinations
  if (objectType === 'source') return routes.browseSource(objectId)
  const slug = slugOf(objectType === 'cluster' ? objectId : clusterId)
  return slug === undefined ? undefined : pageInCluster(slug, objectType, objectId)
}
