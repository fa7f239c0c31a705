import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  ArrowRightLeft,
  CalendarClock,
  CloudDownload,
  Coins,
  CopyCheck,
  Database,
  Gauge,
  HardDrive,
  Import,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Network,
  PackageSearch,
  Power,
  ScrollText,
  Server,
  Snowflake,
  Users,
} from 'lucide-react'
import type { Route } from 'next'
import { routes } from '../../navigation/routes.ts'

export interface Destination {
  label: string
  icon: LucideIcon
  href: Route
}

export function listClusterDestinations(cluster: string): Destination[] {
  return [
    { label: 'Overview', icon: LayoutDashboard, href: routes.overview(cluster) },
    { label: 'Activity', icon: Activity, href: routes.activity(cluster) },
    { label: 'Storage', icon: HardDrive, href: routes.storage(cluster) },
    { label: 'Cache', icon: Snowflake, href: routes.cache(cluster) },
    { label: 'Bucket', icon: PackageSearch, href: routes.bucket(cluster) },
    { label: 'Benchmarks', icon: Gauge, href: routes.benchmarks(cluster) },
    { label: 'Cost', icon: Coins, href: routes.costs(cluster) },
    { label: 'Tables', icon: Database, href: routes.tables(cluster) },
    { label: 'Nodes', icon: Server, href: routes.nodes(cluster) },
    { label: 'Replication', icon: CopyCheck, href: routes.replication(cluster) },
    { label: 'Start-up', icon: Power, href: routes.startUp(cluster) },
    { label: 'Tier migrations', icon: ArrowRightLeft, href: routes.migrations(cluster) },
    { label: 'Loads', icon: Import, href: routes.loads(cluster) },
    { label: 'Insert queues', icon: Inbox, href: routes.insertQueues(cluster) },
    { label: 'Schedules', icon: CalendarClock, href: routes.schedules(cluster) },
  ]
}

/** Pages without a cluster. */
export const commonDestinations: readonly Destination[] = [
  { label: 'Sources', icon: CloudDownload, href: routes.sources },
]

export const adminDestinations: readonly Destination[] = [
  { label: 'Clusters', icon: Network, href: routes.adminClusters },
  { label: 'Users', icon: Users, href: routes.adminUsers },
  { label: 'API tokens', icon: KeyRound, href: routes.adminTokens },
  { label: 'Audit', icon: ScrollText, href: routes.adminAudit },
]
