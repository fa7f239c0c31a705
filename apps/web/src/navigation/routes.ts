import type { Route } from 'next'

const part = encodeURIComponent

/** URLs of pages. Names of databases and tables may contain any character: they are escaped here, once. */
export const routes = {
  home: '/' as Route,
  signIn: '/sign-in' as Route,
  overview: (cluster: string) => `/clusters/${part(cluster)}/overview` as Route,
  activity: (cluster: string) => `/clusters/${part(cluster)}/activity` as Route,
  live: (cluster: string) => `/clusters/${part(cluster)}/live` as Route,
  incident: (cluster: string) => `/clusters/${part(cluster)}/incident` as Route,
  storage: (cluster: string) => `/clusters/${part(cluster)}/storage` as Route,
  /** `from`: the proposal to start from. */
  designStorage: (cluster: string, from: string | null = null) =>
    `/clusters/${part(cluster)}/storage/design${from === null ? '' : `?from=${part(from)}`}` as Route,
  storageProposal: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/storage/proposals/${part(id)}` as Route,
  tables: (cluster: string) => `/clusters/${part(cluster)}/tables` as Route,
  table: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}` as Route,
  tableParts: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=parts` as Route,
  tablePolicy: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=policy` as Route,
  /** `partitions` as namesParam writes it; `to` is a volume. */
  moveTable: (
    cluster: string,
    database: string,
    table: string,
    partitions: string | null = null,
    to: string | null = null,
  ) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}/move${
      partitions === null ? '' : `?partitions=${part(partitions)}${to === null ? '' : `&to=${part(to)}`}`
    }` as Route,
  /** The plan that moves every partition whose rows are older than a day (YYYY-MM-DD) to a volume. */
  moveOlderThan: (cluster: string, to: { database: string; table: string; before: string; volume: string }) =>
    `/clusters/${part(cluster)}/tables/${part(to.database)}/${part(to.table)}/move?by=age&before=${part(to.before)}&to=${part(to.volume)}` as Route,
  /** The plan that moves every partition to the volumes that the replica of that number has it on. */
  alignReplicas: (cluster: string, database: string, table: string, replica: number) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}/move?by=align&align=replica&replica=${replica}` as Route,
  /** Why the parts of one partition, or of the whole table, are where they are. */
  whyTable: (cluster: string, database: string, table: string, partitionId: string | null = null) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=why${
      partitionId === null ? '' : `&partition=${part(partitionId)}`
    }` as Route,
  /** The same, for parts that are due and have not moved. */
  lateParts: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=why&late=1` as Route,
  /** `draft`: a TTL to begin with. */
  tableTtl: (cluster: string, database: string, table: string, draft: string | null = null) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}/ttl${
      draft === null ? '' : `?draft=${part(draft)}`
    }` as Route,
  archives: (cluster: string) => `/clusters/${part(cluster)}/archives` as Route,
  archive: (cluster: string, id: string) => `/clusters/${part(cluster)}/archives/${part(id)}` as Route,
  archiveRestore: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/archives/restores/${part(id)}` as Route,
  archiveExpiry: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/archives/expiries/${part(id)}` as Route,
  restoreRemoval: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/archives/removals/${part(id)}` as Route,
  /** `partitions` as namesParam writes it. */
  archiveTable: (cluster: string, database: string, table: string, partitions: string | null = null) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}/archive${
      partitions === null ? '' : `?partitions=${part(partitions)}`
    }` as Route,
  cache: (cluster: string) => `/clusters/${part(cluster)}/cache` as Route,
  warmups: (cluster: string) => `/clusters/${part(cluster)}/cache?tab=warm-ups` as Route,
  cacheSchedules: (cluster: string) => `/clusters/${part(cluster)}/cache?tab=schedules` as Route,
  warmup: (cluster: string, id: string) => `/clusters/${part(cluster)}/cache/warm-ups/${part(id)}` as Route,
  newWarmup: (cluster: string, at: { database?: string; table?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(at)).toString()
    return `/clusters/${part(cluster)}/cache/warm-ups/new${search === '' ? '' : `?${search}`}` as Route
  },
  bucket: (cluster: string) => `/clusters/${part(cluster)}/bucket` as Route,
  newBucketAudit: (cluster: string) => `/clusters/${part(cluster)}/bucket/new` as Route,
  bucketAudit: (cluster: string, id: string) => `/clusters/${part(cluster)}/bucket/${part(id)}` as Route,
  removeOrphans: (cluster: string, audit: string) =>
    `/clusters/${part(cluster)}/bucket/${part(audit)}/remove` as Route,
  orphanRemoval: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/bucket/removals/${part(id)}` as Route,
  inspectObject: (cluster: string, key: string) =>
    `/clusters/${part(cluster)}/bucket/objects?key=${part(key)}` as Route,
  inspectPart: (cluster: string, of: { node: string; database: string; table: string; part: string }) =>
    `/clusters/${part(cluster)}/bucket/objects?${new URLSearchParams(of)}` as Route,
  benchmarks: (cluster: string) => `/clusters/${part(cluster)}/benchmarks` as Route,
  tierBenchmark: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/benchmarks/tiers/${part(id)}` as Route,
  newTierBenchmark: (cluster: string, at: { database?: string; table?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(at)).toString()
    return `/clusters/${part(cluster)}/benchmarks/tiers/new${search === '' ? '' : `?${search}`}` as Route
  },
  diskChecks: (cluster: string) => `/clusters/${part(cluster)}/benchmarks?tab=checks` as Route,
  diskCheck: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/benchmarks/checks/${part(id)}` as Route,
  diskBenchmarks: (cluster: string) => `/clusters/${part(cluster)}/benchmarks?tab=disks` as Route,
  diskBenchmark: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/benchmarks/disks/${part(id)}` as Route,
  replays: (cluster: string) => `/clusters/${part(cluster)}/benchmarks?tab=replays` as Route,
  replay: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/benchmarks/replays/${part(id)}` as Route,
  newReplay: (cluster: string, of: { hash?: string } = {}) => {
    const search = new URLSearchParams(of).toString()
    return `/clusters/${part(cluster)}/benchmarks/replays/new${search === '' ? '' : `?${search}`}` as Route
  },
  costs: (cluster: string) => `/clusters/${part(cluster)}/costs` as Route,
  priceBook: (cluster: string) => `/clusters/${part(cluster)}/costs?prices=1` as Route,
  tableCost: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/costs/${part(database)}/${part(table)}` as Route,
  nodes: (cluster: string) => `/clusters/${part(cluster)}/nodes` as Route,
  node: (cluster: string, node: string) => `/clusters/${part(cluster)}/nodes/${part(node)}` as Route,
  restartForecast: (cluster: string) => `/clusters/${part(cluster)}/restart-forecast` as Route,
  nodeRestartForecast: (cluster: string, node: string) =>
    `/clusters/${part(cluster)}/restart-forecast/${part(node)}` as Route,
  migrations: (cluster: string) => `/clusters/${part(cluster)}/migrations` as Route,
  migration: (cluster: string, id: string) => `/clusters/${part(cluster)}/migrations/${part(id)}` as Route,
  batch: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/migrations/several/${part(id)}` as Route,
  /** `tables` as namesParam writes it. */
  newBatch: (cluster: string, tables: string | null = null) =>
    `/clusters/${part(cluster)}/migrations/several${tables === null ? '' : `?tables=${part(tables)}`}` as Route,
  schedules: (cluster: string) => `/clusters/${part(cluster)}/schedules` as Route,
  newSchedule: (cluster: string) => `/clusters/${part(cluster)}/schedules/new` as Route,
  schedule: (cluster: string, id: string) => `/clusters/${part(cluster)}/schedules/${part(id)}` as Route,
  editSchedule: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/schedules/${part(id)}/edit` as Route,
  loads: (cluster: string) => `/clusters/${part(cluster)}/loads` as Route,
  load: (cluster: string, id: string) => `/clusters/${part(cluster)}/loads/${part(id)}` as Route,
  pipelines: (cluster: string) => `/clusters/${part(cluster)}/pipelines` as Route,
  pipeline: (cluster: string, id: string) => `/clusters/${part(cluster)}/pipelines/${part(id)}` as Route,
  generations: (cluster: string) => `/clusters/${part(cluster)}/loads?tab=data` as Route,
  generation: (cluster: string, id: string) => `/clusters/${part(cluster)}/loads/data/${part(id)}` as Route,
  /** `at`: the folder for the test data. */
  newGeneration: (cluster: string, at: { source?: string; bucket?: string; prefix?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(at)).toString()
    return `/clusters/${part(cluster)}/loads/data/new${search === '' ? '' : `?${search}`}` as Route
  },
  /** `from`: what is to be loaded, to begin with, or the table; `keys` as namesParam writes them. */
  newLoad: (
    cluster: string,
    from: {
      source?: string
      bucket?: string
      glob?: string
      keys?: string
      database?: string
      table?: string
    } = {},
  ) => {
    const search = new URLSearchParams(Object.entries(from)).toString()
    return `/clusters/${part(cluster)}/loads/new${search === '' ? '' : `?${search}`}` as Route
  },
  replication: (cluster: string) => `/clusters/${part(cluster)}/replication` as Route,
  tableZeroCopy: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=zero-copy` as Route,
  newZeroCopyExit: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}/leave-zero-copy` as Route,
  zeroCopyExit: (cluster: string, id: string) =>
    `/clusters/${part(cluster)}/replication/zero-copy-exits/${part(id)}` as Route,
  tableReplication: (cluster: string, database: string, table: string) =>
    `/clusters/${part(cluster)}/tables/${part(database)}/${part(table)}?tab=replication` as Route,
  distributedQueues: (cluster: string) => `/clusters/${part(cluster)}/distributed-queues` as Route,
  sources: '/sources' as Route,
  newSource: '/sources/new' as Route,
  editSource: (id: string) => `/sources/${part(id)}/edit` as Route,
  /** A folder of a bucket, and beside it one object opened. */
  browseSource: (
    id: string,
    at: { bucket?: string; prefix?: string; object?: string; search?: string } = {},
  ) => {
    const search = new URLSearchParams(Object.entries(at).filter(([, value]) => value !== '')).toString()
    return `/sources/${part(id)}${search === '' ? '' : `?${search}`}` as Route
  },
  fleet: '/fleet' as Route,
  alerts: '/alerts' as Route,
  alert: (id: string) => `/alerts?alert=${part(id)}` as Route,
  approvals: '/approvals' as Route,
  account: '/account' as Route,
  adminClusters: '/admin/clusters' as Route,
  registerCluster: '/admin/clusters/register' as Route,
  editCluster: (cluster: string) => `/admin/clusters/edit/${part(cluster)}` as Route,
  adminUsers: '/admin/users' as Route,
  adminTeams: '/admin/teams' as Route,
  adminUser: (id: string) => `/admin/users?user=${part(id)}` as Route,
  adminSignIn: '/admin/sign-in' as Route,
  adminTokens: '/admin/tokens' as Route,
  adminState: '/admin/state' as Route,
  changeSet: (id: string) => `/admin/state/${part(id)}` as Route,
  adminAudit: '/admin/audit' as Route,
  auditIntegrity: '/admin/audit?tab=integrity' as Route,
  auditDestinations: '/admin/audit?tab=destinations' as Route,
}
