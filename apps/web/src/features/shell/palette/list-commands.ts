import { type Access, type Role, roleAllows } from '@frostline/domain'
import {
  ArrowRightLeft,
  CircleUser,
  CloudDownload,
  Coins,
  Database,
  Gauge,
  HardDrive,
  Hourglass,
  Import,
  Keyboard,
  type LucideIcon,
  Moon,
  Network,
  PackageSearch,
  Repeat,
  Snowflake,
  Sun,
  SunMoon,
  TestTube,
  VolumeX,
} from 'lucide-react'
import type { Route } from 'next'
import { roleOnPage } from '../../../auth/page-access.ts'
import { routes } from '../../../navigation/routes.ts'
import type { Theme } from '../../../theme/theme.ts'
import { listGroups } from '../navigation.ts'
import type { Entry, Subject } from './entry.ts'
import { readyText } from './match-text.ts'

/** Synonyms of page names. */
const synonyms: Readonly<Record<string, string>> = {
  Overview: 'home dashboard summary',
  Activity: 'jobs tasks runs running timeline history',
  Live: 'running queries processes processlist kill merges moves fetches mutations now slow',
  Incident: 'timeline explain what happened postmortem outage root cause slow failures',
  Nodes: 'servers hosts shards replicas machines',
  Replication: 'replicas lag keeper zookeeper zero-copy read-only repair',
  Alerts: 'alarms incidents notifications channels rules silences webhook',
  Fleet: 'all clusters tables oddities odd no ttl small parts saved views inventory',
  Tables: 'databases partitions parts schema',
  'Tier migrations': 'tiering moves move partitions cold hot archive offload s3',
  Archives: 'parquet files export restore detach drop old partitions offload s3',
  Schedules: 'cron nightly automatic recurring tiering',
  Loads: 'import ingest insert copy backfill s3 bad rows dead letter errors test data',
  Pipelines: 'continuous stream recurring ingest s3queue',
  Sources: 's3 buckets objects credentials connections minio gcs azure',
  'Distributed queues': 'insert queues pending flush asynchronous',
  'Disks & policies': 'storage volumes jbod space capacity quota s3 policy configuration',
  Cache: 'filesystem cache hit ratio warm-up ssd eviction quota',
  'Bucket audit': 'orphans objects garbage leaked missing s3',
  Cost: 'prices money bill spend savings requests',
  Benchmarks: 'performance speed latency throughput replay disk check',
  'Restart forecast': 'start-up startup boot downtime',
  Clusters: 'connections registered',
  Users: 'people accounts roles team password',
  Approvals: 'approve second person four eyes rules review waiting hold',
  Teams: 'groups grants scopes roles access permissions members',
  'API tokens': 'keys access automation',
  'Audit log': 'history changes compliance',
}

/** Pages that somebody may open. */
export function listPages(cluster: string | null, access: Access): Entry[] {
  const pages = listGroups(cluster, access).flatMap(({ label: group, destinations }) =>
    destinations.map(
      ({ label, icon, href, key }): Entry => ({
        id: `page ${label}`,
        group: 'Pages',
        label,
        hint: group,
        icon,
        ...(key === undefined ? {} : { keys: ['G', key.toUpperCase()] }),
        search: readyText(label, synonyms[label]),
        choice: { kind: 'go', href },
      }),
    ),
  )
  return [
    ...pages,
    {
      id: 'page Account',
      group: 'Pages',
      label: 'Account',
      icon: CircleUser,
      search: readyText('Account', 'password sessions profile sign out'),
      choice: { kind: 'go', href: routes.account },
    },
  ]
}

interface Deeds {
  showShortcuts: () => void
  setTheme: (theme: Theme) => void
}

/** Actions that somebody may do. Actions on a table end in an ellipsis and ask for the table. */
export function listActions(
  cluster: string | null,
  access: Access,
  { showShortcuts, setTheme }: Deeds,
): Entry[] {
  const role = roleOnPage(access, cluster === null ? routes.fleet : routes.tables(cluster))
  const listed = [
    ...(cluster === null ? [] : listActionsOfCluster(cluster)),
    go('admin', 'Add source', CloudDownload, routes.newSource, 's3 bucket connect credentials new'),
    go('admin', 'Register cluster', Network, routes.registerCluster, 'connect add new'),
    action('operator', 'Silence alert …', VolumeX, 'mute snooze quiet notification', {
      kind: 'ask',
      of: 'Alerts',
      question: 'Silence which alert?',
      hrefOf: ([id]) => routes.alert(id),
    }),
    act('Keyboard shortcuts', Keyboard, 'keys help', showShortcuts, ['?']),
    act('Light theme', Sun, 'colors appearance bright', () => setTheme('light')),
    act('Dark theme', Moon, 'colors appearance night', () => setTheme('dark')),
    act('System theme', SunMoon, 'colors appearance', () => setTheme('system')),
  ]
  return listed.flatMap(({ needed, entry }) => {
    if (entry.choice.kind === 'go') {
      const { pathname } = new URL(entry.choice.href, 'http://console')
      const held = roleOnPage(access, pathname)
      return held && roleAllows(held, needed) ? entry : []
    }
    return needed === 'viewer' || (role && roleAllows(role, needed)) ? entry : []
  })
}

function listActionsOfCluster(cluster: string): Listed[] {
  return [
    ofTable(
      'operator',
      'Move partitions of',
      ArrowRightLeft,
      'tiering cold hot archive offload s3 migrate',
      (of) => routes.moveTable(cluster, ...of),
    ),
    ofTable(
      'admin',
      'Set TTL of',
      Hourglass,
      'expire expiry retention delete archive cold tiering age',
      (of) => routes.tableTtl(cluster, ...of),
    ),
    ofTable('operator', 'Load objects into', Import, 'import ingest insert s3 copy', ([database, table]) =>
      routes.newLoad(cluster, { database, table }),
    ),
    ofTable('operator', 'Warm up cache of', Snowflake, 'prefetch preload filesystem', ([database, table]) =>
      routes.newWarmup(cluster, { database, table }),
    ),
    ofTable('admin', 'Measure tiers of', Gauge, 'benchmark performance speed', ([database, table]) =>
      routes.newTierBenchmark(cluster, { database, table }),
    ),
    ofTable('viewer', 'Explain where parts are of', Database, 'why moved cold hot ttl late', (of) =>
      routes.whyTable(cluster, ...of),
    ),
    ofTable('viewer', 'Cost of', Coins, 'price money savings', (of) => routes.tableCost(cluster, ...of)),
    go(
      'operator',
      'Move several tables',
      ArrowRightLeft,
      routes.newBatch(cluster),
      'tiering cold archive pattern',
    ),
    go('operator', 'New schedule', Repeat, routes.newSchedule(cluster), 'cron nightly tiering automatic'),
    go('operator', 'New load', Import, routes.newLoad(cluster), 'import ingest s3 pipeline backfill'),
    go('operator', 'Generate test data', TestTube, routes.newGeneration(cluster), 'sample demo objects'),
    go(
      'operator',
      'Run bucket audit',
      PackageSearch,
      routes.newBucketAudit(cluster),
      'orphans garbage s3 leaked',
    ),
    go('operator', 'Replay queries', Gauge, routes.newReplay(cluster), 'benchmark load test'),
    go(
      'admin',
      'Design storage',
      HardDrive,
      routes.designStorage(cluster),
      'disks policies volumes s3 configuration',
    ),
    go('viewer', 'Price book', Coins, routes.priceBook(cluster), 'prices cost money currency'),
  ]
}

interface Listed {
  needed: Role
  entry: Entry
}

function action(
  needed: Role,
  label: string,
  icon: LucideIcon,
  words: string,
  choice: Entry['choice'],
  keys?: readonly string[],
): Listed {
  return {
    needed,
    entry: {
      id: `action ${label}`,
      group: 'Actions',
      label,
      icon,
      ...(keys ? { keys } : {}),
      search: readyText(label, words),
      choice,
    },
  }
}

function go(needed: Role, label: string, icon: LucideIcon, href: Route, words: string): Listed {
  return action(needed, label, icon, words, { kind: 'go', href })
}

function act(
  label: string,
  icon: LucideIcon,
  words: string,
  deed: () => void,
  keys?: readonly string[],
): Listed {
  return action('viewer', label, icon, words, { kind: 'act', act: deed }, keys)
}

function ofTable(
  needed: Role,
  label: string,
  icon: LucideIcon,
  words: string,
  hrefOf: (table: [string, string]) => Route,
): Listed {
  return action(needed, `${label} …`, icon, words, {
    kind: 'ask',
    of: 'Tables',
    question: `${label} which table?`,
    hrefOf: ([database, table = '']: Subject) => hrefOf([database, table]),
  })
}
