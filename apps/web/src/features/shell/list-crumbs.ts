import { readPathParam } from '../../navigation/path-param.ts'
import { routes } from '../../navigation/routes.ts'

export interface Crumb {
  label: string
  /** Missing on the last one: the page itself. */
  href?: string
}

const sections: Record<string, string> = {
  overview: 'Overview',
  activity: 'Activity',
  storage: 'Storage',
  cache: 'Cache',
  bucket: 'Bucket',
  objects: 'Objects',
  benchmarks: 'Benchmarks',
  costs: 'Cost',
  tables: 'Tables',
  nodes: 'Nodes',
  replication: 'Replication',
  'start-up': 'Start-up',
  migrations: 'Tier migrations',
  schedules: 'Schedules',
  loads: 'Loads',
  queues: 'Insert queues',
  new: 'New',
  clusters: 'Clusters',
  users: 'Users',
  tokens: 'API tokens',
  audit: 'Audit',
  register: 'Register',
  edit: 'Edit',
}

/** Lists that are tabs of a section's page; the pages of their items are below them. */
const tabsOfSections: Record<
  string,
  Record<string, { label: string; route: (cluster: string) => string }>
> = {
  loads: {
    pipelines: { label: 'Pipelines', route: routes.pipelines },
    data: { label: 'Test data', route: routes.generations },
  },
  benchmarks: {
    tiers: { label: 'Tiers', route: routes.benchmarks },
    checks: { label: 'Disk checks', route: routes.diskChecks },
    disks: { label: 'Disks', route: routes.diskBenchmarks },
    replays: { label: 'Replays', route: routes.replays },
  },
  cache: { 'warm-ups': { label: 'Warm-ups', route: routes.warmups } },
  bucket: { removals: { label: 'Removals', route: routes.bucket } },
  replication: { 'zero-copy-exits': { label: 'Zero-copy exits', route: routes.replication } },
}

const pagesOfTables: Record<string, string> = {
  move: 'Move',
  ttl: 'TTL',
  'leave-zero-copy': 'Leave zero-copy',
}

/** Crumbs from the URL alone, so that they are there before any data. */
export function listCrumbs(pathname: string, nameOfCluster: (slug: string) => string): Crumb[] {
  const [area, first, second, ...rest] = pathname.split('/').filter(Boolean).map(readPathParam)
  if (area === 'alerts') return [{ label: 'Alerts' }]
  if (area === 'account') return [{ label: 'Account' }]
  if (area === 'sources') return listSourceCrumbs(first, second)
  if (area === 'admin' && first !== undefined) {
    const page: Crumb = { label: sections[first] ?? first }
    if (second === undefined) return [{ label: 'Administration' }, page]
    const leaf =
      rest.length === 0
        ? (sections[second] ?? second)
        : `${sections[second]} ${nameOfCluster(rest.join('/'))}`
    return [{ ...page, href: `/admin/${encodeURIComponent(first)}` }, { label: leaf }]
  }
  if (area !== 'clusters' || first === undefined) return []
  const cluster: Crumb = { label: nameOfCluster(first), href: routes.overview(first) }
  const section = second ?? 'overview'
  const label = sections[section] ?? section
  if (rest.length === 0) return [cluster, { label }]
  const parent = `/clusters/${encodeURIComponent(first)}/${encodeURIComponent(section)}`
  const [database, table, page] = rest
  const pageOfTable = page === undefined ? undefined : pagesOfTables[page]
  if (section === 'tables' && database !== undefined && table !== undefined && pageOfTable)
    return [
      cluster,
      { label, href: parent },
      { label: `${database}.${table}`, href: routes.table(first, database, table) },
      { label: pageOfTable },
    ]
  if (section === 'storage')
    return [cluster, { label, href: parent }, { label: database === 'design' ? 'Design' : 'Proposal' }]
  if (section === 'bucket' && rest[1] === 'remove' && rest[0] !== undefined)
    return [
      cluster,
      { label, href: parent },
      { label: rest[0].slice(0, 8), href: routes.bucketAudit(first, rest[0]) },
      { label: 'Remove orphans' },
    ]
  if (section === 'schedules') return [cluster, { label, href: parent }, ...listScheduleCrumbs(first, rest)]
  const tab = tabsOfSections[section]?.[rest[0] ?? '']
  if (tab)
    return [
      cluster,
      { label, href: parent },
      { label: tab.label, href: tab.route(first) },
      { label: sections[rest[1] ?? ''] ?? (rest[1] ?? '').slice(0, 8) },
    ]
  const leaf =
    section === 'migrations'
      ? rest[0] === 'several'
        ? 'Several tables'
        : (rest[0] ?? '').slice(0, 8)
      : section === 'loads' || section === 'bucket'
        ? (sections[rest[0] ?? ''] ?? (rest[0] ?? '').slice(0, 8))
        : rest.join('.')
  return [cluster, { label, href: parent }, { label: leaf }]
}

/** The name of a source is in the header of its page; the URL has its id. */
function listSourceCrumbs(id: string | undefined, page: string | undefined): Crumb[] {
  if (id === undefined) return [{ label: 'Sources' }]
  const list = { label: 'Sources', href: routes.sources }
  if (id === 'new') return [list, { label: 'New' }]
  if (page === undefined) return [list, { label: 'Objects' }]
  return [list, { label: 'Objects', href: routes.browseSource(id) }, { label: sections[page] ?? page }]
}

function listScheduleCrumbs(cluster: string, [id = '', page]: readonly string[]): Crumb[] {
  const leaf = sections[id] ?? id.slice(0, 8)
  if (page === undefined) return [{ label: leaf }]
  return [{ label: leaf, href: routes.schedule(cluster, id) }, { label: sections[page] ?? page }]
}
