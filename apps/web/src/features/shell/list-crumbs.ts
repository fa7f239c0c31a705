import { readPathParam } from '../../navigation/path-param.ts'
import { routes } from '../../navigation/routes.ts'

export interface Crumb {
  label: string
  /** Missing on the last one: the page itself. */
  href?: string
}

export interface Names {
  cluster: (slug: string) => string
  /** Undefined until a page has read the object. */
  object: (id: string) => string | undefined
}

/** What stands for the parameters of a path, in their order. */
type Step = (given: readonly string[], names: Names) => Crumb

const page =
  (label: string): Step =>
  () => ({ label })
const list =
  (label: string, route: (cluster: string) => string): Step =>
  ([cluster = '']) => ({ label, href: route(cluster) })
/** The address has an id. Until its name is known, the noun stands there. */
const object =
  (noun: string, route: (cluster: string, id: string) => string): Step =>
  ([cluster = '', id = ''], names) => ({ label: names.object(id) ?? noun, href: route(cluster, id) })
const table =
  (route: (cluster: string, database: string, table: string) => string): Step =>
  ([cluster = '', database = '', name = '']) => ({
    label: `${database}.${name}`,
    href: route(cluster, database, name),
  })
const node: Step = ([, name = '']) => ({ label: name })
const source: Step = ([id = ''], names) => ({
  label: names.object(id) ?? 'Source',
  href: routes.browseSource(id),
})

const cluster: Step = ([slug = ''], names) => ({ label: names.cluster(slug), href: routes.overview(slug) })
const storage = list('Disks & policies', routes.storage)
const cache = list('Cache', routes.cache)
const warmups = list('Warm-ups', routes.warmups)
const bucket = list('Bucket audit', routes.bucket)
const audit = object('Audit', routes.bucketAudit)
const benchmarks = list('Benchmarks', routes.benchmarks)
const replays = list('Replays', routes.replays)
const costs = list('Cost', routes.costs)
const tables = list('Tables', routes.tables)
const oneTable = table(routes.table)
const migrations = list('Tier migrations', routes.migrations)
const archives = list('Archives', routes.archives)
const schedules = list('Schedules', routes.schedules)
const schedule = object('Schedule', routes.schedule)
const loads = list('Loads', routes.loads)
const generations = list('Test data', routes.generations)
const pipelines = list('Pipelines', routes.pipelines)
const nodes = list('Nodes', routes.nodes)
const replication = list('Replication', routes.replication)
const restartForecast = list('Restart forecast', routes.restartForecast)
const added = page('New')

/** Below `/clusters/<slug>/`. What is written out stands before what a parameter would take. */
const inCluster: readonly [string, ...Step[]][] = [
  ['overview', page('Overview')],
  ['activity', page('Activity')],
  ['live', page('Live')],
  ['incident', page('Incident')],
  ['nodes', nodes],
  ['nodes/:node', nodes, node],
  ['replication', replication],
  [
    'replication/zero-copy-exits/:id',
    replication,
    list('Zero-copy exits', routes.replication),
    object('Zero-copy exit', routes.zeroCopyExit),
  ],
  ['tables', tables],
  ['tables/:database/:table', tables, oneTable],
  ['tables/:database/:table/move', tables, oneTable, page('Move')],
  ['tables/:database/:table/ttl', tables, oneTable, page('TTL')],
  ['tables/:database/:table/archive', tables, oneTable, page('Archive')],
  ['tables/:database/:table/leave-zero-copy', tables, oneTable, page('Leave zero-copy')],
  ['migrations', migrations],
  ['migrations/several', migrations, page('Several tables')],
  ['migrations/several/:id', migrations, object('Several tables', routes.batch)],
  ['migrations/:id', migrations, object('Tier migration', routes.migration)],
  ['archives', archives],
  [
    'archives/restores/:id',
    archives,
    list('Restores', routes.archives),
    object('Restore', routes.archiveRestore),
  ],
  ['archives/expiries/:id', archives, object('Deletion of files', routes.archiveExpiry)],
  ['archives/removals/:id', archives, object('Removal of restored rows', routes.restoreRemoval)],
  ['archives/:id', archives, object('Archive', routes.archive)],
  ['schedules', migrations, schedules],
  ['schedules/new', migrations, schedules, added],
  ['schedules/:id', migrations, schedules, schedule],
  ['schedules/:id/edit', migrations, schedules, schedule, page('Edit')],
  ['loads', loads],
  ['loads/new', loads, added],
  ['loads/data/new', loads, generations, added],
  ['loads/data/:id', loads, generations, object('Test data', routes.generation)],
  ['loads/:id', loads, object('Load', routes.load)],
  ['pipelines', pipelines],
  ['pipelines/:id', pipelines, object('Pipeline', routes.pipeline)],
  ['distributed-queues', page('Distributed queues')],
  ['storage', storage],
  ['storage/design', storage, page('Design')],
  ['storage/proposals/:id', storage, object('Proposal', routes.storageProposal)],
  ['cache', cache],
  ['cache/warm-ups/new', cache, warmups, added],
  ['cache/warm-ups/:id', cache, warmups, object('Warm-up', routes.warmup)],
  ['bucket', bucket],
  ['bucket/new', bucket, added],
  ['bucket/objects', bucket, page('Objects')],
  [
    'bucket/removals/:id',
    bucket,
    list('Removals', routes.bucket),
    object('Removal of orphans', routes.orphanRemoval),
  ],
  ['bucket/:id', bucket, audit],
  ['bucket/:id/remove', bucket, audit, page('Remove orphans')],
  ['costs', costs],
  ['costs/:database/:table', costs, table(routes.tableCost)],
  ['benchmarks', benchmarks],
  ['benchmarks/tiers/new', benchmarks, list('Tiers', routes.benchmarks), added],
  [
    'benchmarks/tiers/:id',
    benchmarks,
    list('Tiers', routes.benchmarks),
    object('Tier benchmark', routes.tierBenchmark),
  ],
  [
    'benchmarks/checks/:id',
    benchmarks,
    list('Disk checks', routes.diskChecks),
    object('Disk check', routes.diskCheck),
  ],
  [
    'benchmarks/disks/:id',
    benchmarks,
    list('Disks', routes.diskBenchmarks),
    object('Disk benchmark', routes.diskBenchmark),
  ],
  ['benchmarks/replays/new', benchmarks, replays, added],
  ['benchmarks/replays/:id', benchmarks, replays, object('Replay', routes.replay)],
  ['restart-forecast', restartForecast],
  ['restart-forecast/:node', restartForecast, node],
]

const sources: Step = () => ({ label: 'Sources', href: routes.sources })
const admin = page('Admin')
const changeSet: Step = ([id = ''], names) => ({
  label: names.object(id) ?? 'Change set',
  href: routes.changeSet(id),
})
const desiredState: Step = () => ({ label: 'Desired state', href: routes.adminState })
const clusters: Step = () => ({ label: 'Clusters', href: routes.adminClusters })

const trails: readonly [string, ...Step[]][] = [
  ['alerts', page('Alerts')],
  ['approvals', page('Approvals')],
  ['fleet', page('Fleet')],
  ['account', page('Account')],
  ['sources', sources],
  ['sources/new', sources, added],
  ['sources/:id', sources, source],
  ['sources/:id/edit', sources, source, page('Edit')],
  ['admin/clusters', admin, clusters],
  ['admin/clusters/register', admin, clusters, page('Register')],
  [
    'admin/clusters/edit/:cluster',
    admin,
    clusters,
    ([slug = ''], names) => ({ label: `Edit ${names.cluster(slug)}` }),
  ],
  ['admin/users', admin, page('Users')],
  ['admin/teams', admin, page('Teams')],
  ['admin/sign-in', admin, page('Sign-in')],
  ['admin/tokens', admin, page('API tokens')],
  ['admin/audit', admin, page('Audit log')],
  ['admin/state', admin, desiredState],
  ['admin/state/:id', admin, desiredState, changeSet],
  ...inCluster.map(([path, ...steps]): [string, ...Step[]] => [
    `clusters/:cluster/${path}`,
    cluster,
    ...steps,
  ]),
]

/** The way to a page, by its address. Names of objects come from the pages that read them. */
export function listCrumbs(pathname: string, names: Names): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  for (const [path, ...steps] of trails) {
    const given = match(path.split('/'), segments)
    if (given === null) continue
    const crumbs = steps.map((step) => step(given, names))
    return crumbs.map(({ label, href }, index) =>
      href === undefined || index === crumbs.length - 1 ? { label } : { label, href },
    )
  }
  return []
}

/** The values of the parameters, in their order. */
function match(path: readonly string[], segments: readonly string[]): string[] | null {
  if (path.length !== segments.length) return null
  const given: string[] = []
  for (const [index, segment] of segments.entries())
    if (path[index]?.startsWith(':')) given.push(readPathParam(segment))
    else if (path[index] !== segment) return null
  return given
}
