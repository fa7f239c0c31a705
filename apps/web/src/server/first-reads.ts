import type { Access } from '@frostline/domain'
import { roleOnPage } from '../auth/page-access.ts'
import { activityPageSize, activityParams, toActivityQuery } from '../features/activity/activity-filters.ts'
import { firstChoice } from '../features/bucket/removal/removal.ts'
import { firstAssumptions, readAssumptions } from '../features/costs/table/assumptions.ts'
import { fleetPageSize, fleetParams, toFilter } from '../features/fleet/fleet-filters.ts'
import { explanationParams, toExplanationInput } from '../features/move-explain/explanation-input.ts'
import { partsParams, toPartsInput } from '../features/tables/parts-input.ts'
import type { ClusterTable } from '../features/tables/table-of-address.ts'
import {
  tablesParams,
  toMovableTablesInput,
  toTablesInput,
  toTierMapInput,
} from '../features/tables/tables-input.ts'
import { chartRangeParams, toRangeInput } from '../features/time-range/chart-range.ts'
import { flagParam, textParam } from '../navigation/url-params.ts'
import { byPages } from '../trpc/more-rows.ts'
import type { RouterOutputs } from '../trpc/router-outputs.ts'
import {
  below,
  type FirstRead,
  inCluster,
  type PageReads,
  page,
  read,
  readOffsetPages,
  readPages,
  readThen,
  readUrlState,
  type Trpc,
} from './page-reads.ts'

/** What the frame of every page shows. */
const readShell = (trpc: Trpc) => [
  read(trpc.clusters.list.queryOptions()),
  read(trpc.alerts.counts.queryOptions()),
]

/** What a page of a run has of its own comes first. */
function runPage<Path extends `${string}:id`>(path: Path, readsOf: Parameters<typeof inCluster<Path>>[1]) {
  return inCluster(path, (trpc, at, document) => {
    const { id } = at as { id: string }
    return [
      ...readsOf(trpc, at, document),
      read(trpc.approvals.get.queryOptions({ id })),
      read(trpc.runs.history.queryOptions({ id })),
    ]
  })
}

/** For the notice of what is managed from a file. */
const readManaged = (trpc: Trpc) => read(trpc.desiredState.managed.queryOptions())

/** For forms that choose tables to move, and a volume. */
const readMovableTables = (trpc: Trpc, cluster: string) => [
  read(trpc.tables.list.queryOptions(toMovableTablesInput(cluster))),
  read(trpc.storage.policies.queryOptions({ cluster })),
]

function readTableTab(trpc: Trpc, at: ClusterTable, search: URLSearchParams): FirstRead[] {
  const tab = search.get('tab')
  if (tab === 'activity') return [read(trpc.tables.activity.queryOptions(at))]
  if (tab === 'parts') {
    const input = toPartsInput(at, readUrlState(partsParams, search))
    return [
      read(trpc.tables.partShapes.queryOptions(at)),
      readOffsetPages(
        trpc.tables.parts.queryKey(input),
        trpc.tables.parts.queryOptions({ ...input, offset: 0 }),
      ),
    ]
  }
  if (tab === 'why') {
    const input = toExplanationInput(at, readUrlState(explanationParams, search))
    const options = trpc.moveExplain.get.queryOptions({ ...input, offset: 0 })
    return [readOffsetPages(trpc.moveExplain.get.queryKey(input), options)]
  }
  return tab === 'policy' ? [read(trpc.tablePolicy.get.queryOptions({ ...at, fresh: true }))] : []
}

/** What the first view of a page shows, by its path. The inputs are those that the page has in the browser. */
const pages: readonly PageReads[] = [
  page('/admin/state', (trpc) => [
    readPages(trpc.changeSets.list.infiniteQueryOptions({ limit: 50 }, byPages)),
    readManaged(trpc),
  ]),
  page('/admin/state/:id', (trpc, { id }) => [read(trpc.changeSets.get.queryOptions({ id }))]),
  page('/admin/sign-in', (trpc) => [
    read(trpc.signInProviders.list.queryOptions()),
    read(trpc.signInPolicy.get.queryOptions()),
  ]),
  page('/admin/clusters', (trpc) => [read(trpc.clusters.list.queryOptions())]),
  page('/admin/teams', (trpc) => [
    read(trpc.teams.list.queryOptions()),
    read(trpc.customRoles.list.queryOptions()),
    readManaged(trpc),
  ]),
  page('/admin/users', (trpc) => [read(trpc.users.list.queryOptions())]),
  page('/admin/tokens', (trpc) => [read(trpc.tokens.list.queryOptions())]),
  page('/admin/audit', (trpc, _, { search }) => {
    const tab = search.get('tab')
    if (tab === 'integrity') return [read(trpc.audit.integrity.queryOptions())]
    return tab === 'destinations' ? [read(trpc.audit.destinations.queryOptions())] : []
  }),
  page('/alerts', (trpc, _, { search }) => {
    const tab = search.get('tab')
    if (tab === 'rules')
      return [
        read(trpc.alerts.rules.queryOptions()),
        read(trpc.alerts.customRules.queryOptions()),
        readManaged(trpc),
      ]
    if (tab === 'routes')
      return [
        read(trpc.alerts.routes.queryOptions()),
        read(trpc.alerts.channels.queryOptions()),
        readManaged(trpc),
      ]
    return tab === null ? [read(trpc.alerts.list.queryOptions({ state: 'open' }))] : []
  }),
  page('/account', (trpc) => [
    read(trpc.session.list.queryOptions()),
    read(trpc.passkeys.localSignIn.queryOptions()),
  ]),
  page('/approvals', (trpc) => [read(trpc.approvals.waiting.queryOptions()), readManaged(trpc)]),
  page('/fleet', (trpc, _, { search }) => {
    const input = { ...toFilter(readUrlState(fleetParams, search)), limit: fleetPageSize }
    return [
      readOffsetPages(trpc.fleet.list.queryKey(input), trpc.fleet.list.queryOptions({ ...input, offset: 0 })),
      read(trpc.fleet.views.queryOptions()),
    ]
  }),
  page('/sources', (trpc) => [read(trpc.sources.list.queryOptions()), readManaged(trpc)]),
  inCluster('overview', (trpc, { cluster }) => [
    read(trpc.overview.get.queryOptions({ cluster })),
    read(trpc.startHere.get.queryOptions({ cluster })),
    below(read(trpc.advice.list.queryOptions({ cluster }))),
  ]),
  inCluster('activity', (trpc, { cluster }, { search, madeAt }) => {
    const filter = toActivityQuery(cluster, readUrlState(activityParams, search), madeAt)
    return [
      read(trpc.runs.timeline.queryOptions(filter)),
      readPages(trpc.runs.list.infiniteQueryOptions({ ...filter, limit: activityPageSize }, byPages)),
    ]
  }),
  inCluster('live', (trpc, { cluster }) => [read(trpc.live.list.queryOptions({ cluster }))]),
  inCluster('incident', (trpc, { cluster }, { search }) => {
    const { frozen: id } = readUrlState({ frozen: textParam() }, search)
    const range = toRangeInput(readUrlState(chartRangeParams['1h'], search))
    return [
      id === ''
        ? read(trpc.incidents.get.queryOptions({ cluster, ...range }))
        : read(trpc.incidents.getFrozen.queryOptions({ cluster, id })),
      read(trpc.incidents.listFrozen.queryOptions({ cluster })),
    ]
  }),
  inCluster('nodes', (trpc, { cluster }) => [read(trpc.nodes.list.queryOptions({ cluster }))]),
  inCluster('nodes/:node', (trpc, at, { search }) => {
    const node = read(trpc.nodes.get.queryOptions(at))
    if (search.get('tab') !== 'history') return [node]
    const input = { ...at, ...toRangeInput(readUrlState(chartRangeParams['24h'], search)) }
    return [
      node,
      read(trpc.history.node.queryOptions(input)),
      read(trpc.history.disks.queryOptions(input)),
      read(trpc.caches.history.queryOptions(input)),
    ]
  }),
  inCluster('replication', (trpc, { cluster }, { search }) => {
    const { q, problems } = readUrlState({ q: textParam(), problems: flagParam() }, search)
    const input = { cluster, search: q, problemsOnly: problems, limit: 50 }
    const options = trpc.replication.list.queryOptions({ ...input, offset: 0 })
    return [readOffsetPages(trpc.replication.list.queryKey(input), options)]
  }),
  runPage('replication/zero-copy-exits/:id', (trpc, { id }) => [
    read(trpc.zeroCopyExits.get.queryOptions({ id })),
  ]),
  inCluster('distributed-queues', (trpc, { cluster }) => [
    read(trpc.insertQueues.list.queryOptions({ cluster })),
  ]),
  inCluster('restart-forecast', (trpc, { cluster }) => [read(trpc.startUp.list.queryOptions({ cluster }))]),
  inCluster('restart-forecast/:node', (trpc, at) => [read(trpc.startUp.get.queryOptions(at))]),
  inCluster('tables', (trpc, { cluster }, { search }) => {
    const input = toTablesInput(cluster, readUrlState(tablesParams, search))
    const options = trpc.tables.list.queryOptions({ ...input, offset: 0 })
    return [
      readOffsetPages(trpc.tables.list.queryKey(input), options),
      read(trpc.tables.list.queryOptions(toTierMapInput(input))),
    ]
  }),
  inCluster('tables/:database/:table', (trpc, at, { search }) => [
    read(trpc.tables.get.queryOptions(at)),
    read(trpc.tables.partitionMap.queryOptions(at)),
    read(trpc.tables.notes.queryOptions(at)),
    read(trpc.tierMigrations.lateArrivals.queryOptions(at)),
    ...readTableTab(trpc, at, search),
  ]),
  inCluster('tables/:database/:table/move', (trpc, at) => [
    read(trpc.tables.get.queryOptions(at)),
    read(trpc.tables.partitionMap.queryOptions(at)),
  ]),
  inCluster('tables/:database/:table/ttl', (trpc, at) => [
    read(trpc.tableTtls.get.queryOptions(at)),
    readManaged(trpc),
  ]),
  inCluster('migrations', (trpc, { cluster }, { search }) => {
    const { active } = readUrlState({ active: flagParam() }, search)
    const input = { cluster, active, grouped: true, limit: 50 }
    return [readPages(trpc.tierMigrations.list.infiniteQueryOptions(input, byPages))]
  }),
  runPage('migrations/:id', (trpc, { cluster, id }) => [
    readThen<RouterOutputs['tierMigrations']['get']>(
      trpc.tierMigrations.get.queryOptions({ id }),
      ({ finishedAt, checkOfId }) =>
        finishedAt !== null && checkOfId === null
          ? [read(trpc.tierMigrations.lateArrivals.queryOptions({ cluster, migrationId: id }))]
          : [],
    ),
    read(trpc.tierMigrations.throughput.queryOptions({ id })),
  ]),
  inCluster('migrations/several/:id', (trpc, { id }) => [read(trpc.tierBatches.get.queryOptions({ id }))]),
  inCluster('schedules', (trpc, { cluster }) => [
    read(trpc.tierSchedules.list.queryOptions({ cluster })),
    readManaged(trpc),
  ]),
  inCluster('migrations/several', (trpc, { cluster }) => readMovableTables(trpc, cluster)),
  inCluster('schedules/new', (trpc, { cluster }) => readMovableTables(trpc, cluster)),
  inCluster('schedules/:id/edit', (trpc, { cluster, id }) => [
    read(trpc.tierSchedules.get.queryOptions({ id })),
    ...readMovableTables(trpc, cluster),
  ]),
  inCluster('schedules/:id', (trpc, { id }) => [read(trpc.tierSchedules.get.queryOptions({ id }))]),
  inCluster('loads', (trpc, { cluster }, { search }) => {
    if (search.get('tab') === 'data')
      return [readPages(trpc.dataGenerations.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages))]
    const { active } = readUrlState({ active: flagParam() }, search)
    return [readPages(trpc.loads.list.infiniteQueryOptions({ cluster, active, limit: 50 }, byPages))]
  }),
  inCluster('loads/new', (trpc) => [read(trpc.sources.list.queryOptions())]),
  runPage('loads/:id', (trpc, { id }) => [
    read(trpc.loads.get.queryOptions({ id })),
    readPages(trpc.loads.files.infiniteQueryOptions({ id, search: '', limit: 200 }, byPages)),
  ]),
  runPage('loads/data/:id', (trpc, { id }) => [
    read(trpc.dataGenerations.get.queryOptions({ id })),
    readPages(trpc.dataGenerations.chunks.infiniteQueryOptions({ id, limit: 100 }, byPages)),
  ]),
  inCluster('pipelines', (trpc, { cluster }) => [
    read(trpc.loadPipelines.list.queryOptions({ cluster })),
    readManaged(trpc),
  ]),
  inCluster('pipelines/:id', (trpc, { id }) => [
    read(trpc.loadPipelines.get.queryOptions({ id })),
    readPages(trpc.loads.list.infiniteQueryOptions({ pipeline: id, limit: 50 }, byPages)),
  ]),
  inCluster('storage', (trpc, { cluster }) => [
    read(trpc.storage.get.queryOptions({ cluster })),
    read(trpc.storageProposals.list.queryOptions({ cluster })),
    readManaged(trpc),
  ]),
  inCluster('storage/design', (trpc, { cluster }) => [
    read(trpc.storage.get.queryOptions({ cluster })),
    readManaged(trpc),
  ]),
  inCluster('storage/proposals/:id', (trpc, { cluster, id }) => [
    read(trpc.storageProposals.get.queryOptions({ id })),
    read(trpc.storageRollouts.list.queryOptions({ id })),
    read(trpc.configTargets.get.queryOptions({ cluster })),
  ]),
  inCluster('cache', (trpc, { cluster }) => [read(trpc.caches.get.queryOptions({ cluster }))]),
  runPage('cache/warm-ups/:id', (trpc, { id }) => [
    read(trpc.cacheWarmups.get.queryOptions({ id })),
    readPages(trpc.cacheWarmups.steps.infiniteQueryOptions({ id, limit: 100 }, byPages)),
  ]),
  inCluster('bucket', (trpc, { cluster }) => [
    readPages(trpc.bucketAudits.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
    readPages(trpc.orphanRemovals.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
  ]),
  inCluster(
    'bucket/new',
    (trpc, { cluster }) => [read(trpc.bucketAudits.look.queryOptions({ cluster }))],
    'operator',
  ),
  runPage('bucket/:id', (trpc, { id }) => [read(trpc.bucketAudits.get.queryOptions({ id }))]),
  inCluster(
    'bucket/:id/remove',
    (trpc, { id }) => [
      read(trpc.bucketAudits.get.queryOptions({ id })),
      read(trpc.orphanRemovals.preview.queryOptions({ auditId: id, choice: firstChoice })),
    ],
    'admin',
  ),
  runPage('bucket/removals/:id', (trpc, { id }) => [read(trpc.orphanRemovals.get.queryOptions({ id }))]),
  inCluster('archives', (trpc, { cluster }) => [
    readPages(trpc.archives.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
    readPages(trpc.archiveRestores.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
    read(trpc.archiveSchedules.list.queryOptions({ cluster })),
  ]),
  runPage('archives/:id', (trpc, { id }) => [
    read(trpc.archives.get.queryOptions({ id })),
    readPages(trpc.archives.steps.infiniteQueryOptions({ id, limit: 100 }, byPages)),
  ]),
  runPage('archives/expiries/:id', (trpc, { id }) => [read(trpc.archiveExpiries.get.queryOptions({ id }))]),
  runPage('archives/restores/:id', (trpc, { id }) => [read(trpc.archiveRestores.get.queryOptions({ id }))]),
  runPage('archives/removals/:id', (trpc, { id }) => [read(trpc.restoreRemovals.get.queryOptions({ id }))]),
  inCluster('costs/:database/:table', (trpc, at) => [
    read(trpc.costs.table.queryOptions({ ...at, countReads: false, ...readAssumptions(firstAssumptions) })),
    read(trpc.costs.priceBook.queryOptions({ cluster: at.cluster })),
  ]),
  inCluster('costs', (trpc, { cluster }, { search }) => [
    read(trpc.costs.get.queryOptions({ cluster, search: readUrlState({ q: textParam() }, search).q })),
    read(trpc.costs.priceBook.queryOptions({ cluster })),
    readManaged(trpc),
  ]),
  inCluster('benchmarks', (trpc, { cluster }) => {
    const input = { cluster, kind: 'tiers' as const, limit: 50 }
    return [readPages(trpc.benchmarks.list.infiniteQueryOptions(input, byPages))]
  }),
  runPage('benchmarks/tiers/:id', (trpc, { id }) => [read(trpc.benchmarks.tiers.queryOptions({ id }))]),
  runPage('benchmarks/checks/:id', (trpc, { id }) => [
    read(trpc.benchmarks.conformance.queryOptions({ id })),
  ]),
  runPage('benchmarks/disks/:id', (trpc, { id }) => [read(trpc.benchmarks.disk.queryOptions({ id }))]),
  runPage('benchmarks/replays/:id', (trpc, { id }) => [read(trpc.benchmarks.replay.queryOptions({ id }))]),
]

export interface FirstReads {
  /** Of the page, its main one first. */
  own: FirstRead[]
  /** Of what is around each page. */
  frame: FirstRead[]
}

/**
 * @param address path and query of the document.
 * @param access of its reader. A page that they may not open reads only what its frame shows, as in the browser.
 */
export function listFirstReads(trpc: Trpc, address: string, madeAt: Date, access: Access): FirstReads {
  if (access.length === 0) return { own: [], frame: [] }
  const { pathname, searchParams: search } = new URL(address, 'http://console')
  const document = { pathname, search, madeAt, role: roleOnPage(access, pathname) }
  return { own: pages.flatMap((readsOf) => readsOf(trpc, document)), frame: readShell(trpc) }
}
