import { type Access, highestRole, type Role, roleOn, type Scope } from '@frostline/domain'

/** Rooms of a cluster that show figures of the whole cluster, whatever table they come from. */
const wholeClusterRooms = new Set([
  ...['overview', 'live', 'incident', 'nodes', 'replication', 'distributed-queues', 'storage', 'cache'],
  ...['bucket', 'costs', 'benchmarks', 'restart-forecast'],
])

/** Pages below such rooms that are about one table or one run. */
const smallerPages = [/^cache\/warm-ups\/.+/, /^costs\/[^/]+\/[^/]+$/, /^replication\/zero-copy-exits\/.+/]

/** Rooms below others that are about the whole cluster. */
const widerPages = [/^loads\/data\//]

/**
 * What somebody must be able to see to open a page at all. The cluster is its slug, as in addresses; grants name it the same
 * way in the browser. `anything`: the page leaves out what its reader may not see.
 */
export type PageNeed = Scope | { kind: 'anything' }

/** By the path of a page. */
export function needOfPage(pathname: string): PageNeed {
  const [area = '', slug, ...rest] = pathname.split('/').slice(1).map(decode)
  if (area === 'admin')
    return rest.length === 0 && slug === 'audit' ? { kind: 'anything' } : { kind: 'everything' }
  if (area === 'sources' && (slug === 'new' || rest[0] === 'edit')) return { kind: 'everything' }
  if (area !== 'clusters' || slug === undefined) return { kind: 'anything' }
  const [room = '', database, table] = rest
  const within = rest.join('/')
  if (room === 'tables' && database !== undefined && table !== undefined)
    return { kind: 'table', clusterId: slug, database, table }
  const isWhole =
    (wholeClusterRooms.has(room) && !smallerPages.some((page) => page.test(within))) ||
    widerPages.some((page) => page.test(within))
  return isWhole ? { kind: 'cluster', clusterId: slug } : { kind: 'cluster-name', clusterId: slug }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function mayOpen(access: Access, pathname: string): boolean {
  return roleOnPage(access, pathname) !== undefined
}

/**
 * The role on what a page is about: on its table, otherwise the highest on something of its cluster or, on pages of no cluster,
 * on anything. Only for showing and hiding: objects of a page may need more, which the API decides.
 */
export function roleOnPage(access: Access, pathname: string): Role | undefined {
  const need = needOfPage(pathname)
  if (need.kind !== 'anything') return roleOn(access, need)
  return highestRole(access.map(({ role }) => role))
}

/** Routers whose verbs the rooms of a cluster and other pages call. Pages that are not here call many. */
const routersOfRooms: Readonly<Record<string, readonly string[]>> = {
  migrations: ['tierMigrations', 'tierBatches'],
  schedules: ['tierSchedules'],
  loads: ['loads', 'dataGenerations'],
  pipelines: ['loadPipelines'],
  archives: [
    ...['archives', 'archiveSchedules', 'archiveRestores', 'archiveViews', 'archiveExpiries'],
    'restoreRemovals',
  ],
  cache: ['caches', 'cacheWarmups', 'cacheSchedules'],
  bucket: ['bucketAudits', 'orphanRemovals'],
  benchmarks: ['benchmarks'],
  storage: ['storageProposals', 'storageRollouts', 'configTargets'],
  costs: ['costs'],
  live: ['live'],
  incident: ['incidents'],
  replication: ['replication', 'zeroCopy', 'zeroCopyExits'],
  'distributed-queues': ['insertQueues'],
  alerts: ['alerts'],
  approvals: ['approvals', 'approvalRules'],
  sources: ['sources'],
}

/** What custom roles give on a page: the highest role of their verbs, if some of these belong to it. */
export function withCustomRoles(access: Access, pathname: string): Access {
  const [area = '', , room = ''] = pathname.split('/').slice(1)
  const routers = routersOfRooms[area === 'clusters' ? room : area]
  return access.map((grant) => {
    const { custom } = grant
    const isOfPage = custom?.verbs.some((verb) => routers?.includes(verb.split('.')[0] ?? '') ?? true)
    return custom && isOfPage ? { ...grant, role: custom.max } : grant
  })
}
