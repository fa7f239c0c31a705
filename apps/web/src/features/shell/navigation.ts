import { type Access, roleOn } from '@frostline/domain'
import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  Archive,
  ArrowRightLeft,
  Bell,
  CalendarClock,
  ChartNoAxesGantt,
  CheckCheck,
  CloudDownload,
  Coins,
  CopyCheck,
  Database,
  FileCode2,
  Gauge,
  HardDrive,
  Import,
  Inbox,
  KeyRound,
  LayoutDashboard,
  LogIn,
  Network,
  PackageSearch,
  Power,
  Radio,
  Repeat,
  ScrollText,
  Server,
  Snowflake,
  TableProperties,
  Users,
  UsersRound,
} from 'lucide-react'
import type { Route } from 'next'
import { mayOpen } from '../../auth/page-access.ts'
import { routes } from '../../navigation/routes.ts'

export interface Destination {
  label: string
  icon: LucideIcon
  href: Route
  /** The key that opens it after g. Administration has none. */
  key?: string
  /** It belongs to the one before it, and is indented below it. */
  nested?: true
}

export interface DestinationGroup {
  label: string
  destinations: readonly Destination[]
}

/** The pages of the sidebar in their groups, of one cluster and of none, that somebody may open. */
export function listGroups(cluster: string | null, access: Access): DestinationGroup[] {
  // Also admins of a part see no administration: it is that of the installation.
  const isAdmin = roleOn(access, { kind: 'everything' }) === 'admin'
  const of = (listed: (cluster: string) => readonly Destination[]) =>
    cluster === null ? [] : listed(cluster)
  const groups: DestinationGroup[] = [
    {
      label: 'Monitor',
      destinations: [
        ...of((slug) => [
          { label: 'Overview', icon: LayoutDashboard, href: routes.overview(slug), key: 'o' },
          { label: 'Activity', icon: Activity, href: routes.activity(slug), key: 'a' },
          { label: 'Live', icon: Radio, href: routes.live(slug), key: 'v' },
          { label: 'Incident', icon: ChartNoAxesGantt, href: routes.incident(slug), key: 'i' },
          { label: 'Nodes', icon: Server, href: routes.nodes(slug), key: 'n' },
          { label: 'Replication', icon: CopyCheck, href: routes.replication(slug), key: 'r' },
        ]),
        { label: 'Alerts', icon: Bell, href: routes.alerts, key: 'e' },
        { label: 'Approvals', icon: CheckCheck, href: routes.approvals, key: 'u' },
      ],
    },
    {
      label: 'Data',
      destinations: [
        { label: 'Fleet', icon: TableProperties, href: routes.fleet, key: 'w' },
        ...of((slug) => [
          { label: 'Tables', icon: Database, href: routes.tables(slug), key: 't' },
          { label: 'Tier migrations', icon: ArrowRightLeft, href: routes.migrations(slug), key: 'm' },
          {
            ...{ label: 'Schedules', icon: CalendarClock, href: routes.schedules(slug), key: 'h' },
            nested: true as const,
          },
          { label: 'Archives', icon: Archive, href: routes.archives(slug), key: 'z' },
        ]),
      ],
    },
    {
      label: 'Ingest',
      destinations: [
        ...of((slug) => [
          { label: 'Loads', icon: Import, href: routes.loads(slug), key: 'l' },
          { label: 'Pipelines', icon: Repeat, href: routes.pipelines(slug), key: 'p' },
        ]),
        { label: 'Sources', icon: CloudDownload, href: routes.sources, key: 's' },
        ...of((slug) => [
          { label: 'Distributed queues', icon: Inbox, href: routes.distributedQueues(slug), key: 'q' },
        ]),
      ],
    },
    {
      label: 'Storage',
      destinations: of((slug) => [
        { label: 'Disks & policies', icon: HardDrive, href: routes.storage(slug), key: 'd' },
        { label: 'Cache', icon: Snowflake, href: routes.cache(slug), key: 'c' },
        { label: 'Bucket audit', icon: PackageSearch, href: routes.bucket(slug), key: 'b' },
        { label: 'Cost', icon: Coins, href: routes.costs(slug), key: 'y' },
      ]),
    },
    {
      label: 'Diagnostics',
      destinations: of((slug) => [
        { label: 'Benchmarks', icon: Gauge, href: routes.benchmarks(slug), key: 'k' },
        { label: 'Restart forecast', icon: Power, href: routes.restartForecast(slug), key: 'f' },
      ]),
    },
    {
      label: 'Admin',
      destinations: isAdmin
        ? [
            { label: 'Clusters', icon: Network, href: routes.adminClusters },
            { label: 'Users', icon: Users, href: routes.adminUsers },
            { label: 'Teams', icon: UsersRound, href: routes.adminTeams },
            { label: 'Sign-in', icon: LogIn, href: routes.adminSignIn },
            { label: 'API tokens', icon: KeyRound, href: routes.adminTokens },
            { label: 'Audit log', icon: ScrollText, href: routes.adminAudit },
            { label: 'Desired state', icon: FileCode2, href: routes.adminState },
          ]
        : [],
    },
  ]
  return groups
    .map((group) => ({
      ...group,
      destinations: group.destinations.filter(({ href }) => mayOpen(access, href)),
    }))
    .filter(({ destinations }) => destinations.length > 0)
}

/** Whether a page is this destination or lies below it. */
export function isAt({ href }: Pick<Destination, 'href'>, pathname: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`)
}
