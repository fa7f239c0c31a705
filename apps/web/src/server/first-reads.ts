import type { AppRouter } from '@frostline/api'
import type { QueryClient } from '@tanstack/react-query'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { activityPageSize, activityParams, toActivityQuery } from '../features/activity/activity-filters.ts'
import { tablesParams, toTablesInput, toTierMapInput } from '../features/tables/tables-input.ts'
import { readPathParam } from '../navigation/path-param.ts'
import { flagParam, textParam, type UrlParam } from '../navigation/url-params.ts'
import { byPages } from '../trpc/more-rows.ts'

interface FirstRead {
  /** Into a query client. It never rejects. */
  read: (client: QueryClient) => Promise<unknown>
  /** What stands below. It is asked after the others, so that they are not slower for it, and no HTML waits for it. */
  below?: true
}
type Trpc = TRPCOptionsProxy<AppRouter>
type PageReads = (trpc: Trpc, document: HtmlDocument) => FirstRead[]

interface HtmlDocument {
  pathname: string
  search: URLSearchParams
  /** Base of relative time ranges: see `useOpenedAt`. */
  madeAt: Date
}

/** What the frame of every page shows. */
const readShell = (trpc: Trpc) => [
  read(trpc.clusters.list.queryOptions()),
  read(trpc.alerts.counts.queryOptions()),
]

/** What the first view of a page shows, by its path. The inputs are those that the page has in the browser. */
const pages: readonly PageReads[] = [
  page('/admin/state', (trpc) => [
    readPages(trpc.changeSets.list.infiniteQueryOptions({ limit: 50 }, byPages)),
    read(trpc.desiredState.managed.queryOptions()),
  ]),
  page('/admin/state/:id', (trpc, { id }) => [read(trpc.changeSets.get.queryOptions({ id }))]),
  page('/alerts', (trpc) => [read(trpc.alerts.list.queryOptions({ state: 'open' }))]),
  page('/clusters/:cluster/overview', (trpc, { cluster }) => [
    read(trpc.overview.get.queryOptions({ cluster })),
    read(trpc.startHere.get.queryOptions({ cluster })),
    below(read(trpc.advice.list.queryOptions({ cluster }))),
  ]),
  page('/clusters/:cluster/activity', (trpc, { cluster }, { search, madeAt }) => {
    const filter = toActivityQuery(cluster, readUrlState(activityParams, search), madeAt)
    return [
      read(trpc.runs.timeline.queryOptions(filter)),
      readPages(trpc.runs.list.infiniteQueryOptions({ ...filter, limit: activityPageSize }, byPages)),
    ]
  }),
  page('/clusters/:cluster/nodes', (trpc, { cluster }) => [read(trpc.nodes.list.queryOptions({ cluster }))]),
  page('/clusters/:cluster/nodes/:node', (trpc, { cluster, node }) => [
    read(trpc.nodes.get.queryOptions({ cluster, node })),
  ]),
  page('/clusters/:cluster/tables', (trpc, { cluster }, { search }) => {
    const input = toTablesInput(cluster, readUrlState(tablesParams, search))
    const options = trpc.tables.list.queryOptions({ ...input, offset: 0 })
    return [
      readOffsetPages(trpc.tables.list.queryKey(input), options),
      read(trpc.tables.list.queryOptions(toTierMapInput(input))),
    ]
  }),
  page('/clusters/:cluster/tables/:database/:table', (trpc, { cluster, database, table }) => [
    read(trpc.tables.get.queryOptions({ cluster, database, table })),
    read(trpc.tables.partitionMap.queryOptions({ cluster, database, table })),
    read(trpc.tables.notes.queryOptions({ cluster, database, table })),
    read(trpc.tierMigrations.lateArrivals.queryOptions({ cluster, database, table })),
  ]),
  page('/clusters/:cluster/migrations', (trpc, { cluster }, { search }) => {
    const { active } = readUrlState({ active: flagParam() }, search)
    const input = { cluster, active, grouped: true, limit: 50 }
    return [readPages(trpc.tierMigrations.list.infiniteQueryOptions(input, byPages))]
  }),
  page('/clusters/:cluster/migrations/:id', (trpc, { id }) => [
    read(trpc.tierMigrations.get.queryOptions({ id })),
  ]),
  page('/clusters/:cluster/loads', (trpc, { cluster }, { search }) => {
    const { active } = readUrlState({ active: flagParam() }, search)
    return [readPages(trpc.loads.list.infiniteQueryOptions({ cluster, active, limit: 50 }, byPages))]
  }),
  page('/clusters/:cluster/loads/:id', (trpc, { id }) => [read(trpc.loads.get.queryOptions({ id }))]),
  page('/clusters/:cluster/pipelines', (trpc, { cluster }) => [
    read(trpc.loadPipelines.list.queryOptions({ cluster })),
  ]),
  page('/clusters/:cluster/pipelines/:id', (trpc, { id }) => [
    read(trpc.loadPipelines.get.queryOptions({ id })),
  ]),
  page('/clusters/:cluster/storage', (trpc, { cluster }) => [
    read(trpc.storage.get.queryOptions({ cluster })),
    read(trpc.storageProposals.list.queryOptions({ cluster })),
  ]),
  page('/clusters/:cluster/cache', (trpc, { cluster }) => [read(trpc.caches.get.queryOptions({ cluster }))]),
  page('/clusters/:cluster/bucket', (trpc, { cluster }) => [
    readPages(trpc.bucketAudits.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
    readPages(trpc.orphanRemovals.list.infiniteQueryOptions({ cluster, limit: 50 }, byPages)),
  ]),
  page('/clusters/:cluster/costs', (trpc, { cluster }, { search }) => [
    read(trpc.costs.get.queryOptions({ cluster, search: readUrlState({ q: textParam() }, search).q })),
    read(trpc.costs.priceBook.queryOptions({ cluster })),
  ]),
  page('/clusters/:cluster/distributed-queues', (trpc, { cluster }) => [
    read(trpc.insertQueues.list.queryOptions({ cluster })),
  ]),
  page('/clusters/:cluster/restart-forecast', (trpc, { cluster }) => [
    read(trpc.startUp.list.queryOptions({ cluster })),
  ]),
]

/** @param address path and query of the document. */
export function listFirstReads(trpc: Trpc, address: string, madeAt: Date): FirstRead[] {
  const { pathname, searchParams: search } = new URL(address, 'http://console')
  return [...readShell(trpc), ...pages.flatMap((readsOf) => readsOf(trpc, { pathname, search, madeAt }))]
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

function page<Path extends string>(
  path: Path,
  readsOf: (trpc: Trpc, at: ParamsOf<Path>, document: HtmlDocument) => FirstRead[],
): PageReads {
  const names = path.split('/')
  return (trpc, document) => {
    const parts = document.pathname.split('/')
    const fits = names.every((name, index) => (name.startsWith(':') ? parts[index] : name === parts[index]))
    if (names.length !== parts.length || !fits) return []
    const at = names.flatMap((name, index) =>
      name.startsWith(':') ? [[name.slice(1), readPathParam(parts[index] ?? '')]] : [],
    )
    return readsOf(trpc, Object.fromEntries(at) as ParamsOf<Path>, document)
  }
}

/** What `useUrlState` is in the browser. */
function readUrlState<Values extends object>(
  params: { [Key in keyof Values]: UrlParam<Values[Key]> },
  search: URLSearchParams,
): Values {
  const values = {} as Values
  for (const key of Object.keys(params) as (keyof Values & string)[])
    values[key] = params[key].read(search.get(key))
  return values
}

function read(options: object): FirstRead {
  return {
    read: (client) => client.prefetchQuery(options as Parameters<QueryClient['prefetchQuery']>[0]),
  }
}

function below(first: FirstRead): FirstRead {
  return { ...first, below: true }
}

/** The first page of a list by cursor. */
function readPages(options: object): FirstRead {
  return {
    read: (client) =>
      client.prefetchInfiniteQuery(options as Parameters<QueryClient['prefetchInfiniteQuery']>[0]),
  }
}

/** The first page of a list by offset: see `useOffsetPages`. */
function readOffsetPages(listKey: readonly unknown[], options: object): FirstRead {
  const { queryKey, queryFn } = options as Required<Parameters<QueryClient['prefetchQuery']>[0]>
  return {
    read: (client) =>
      client.prefetchInfiniteQuery({
        queryKey: [...listKey, 'pages'],
        queryFn: ({ signal }) => (queryFn as (context: object) => unknown)({ queryKey, signal }),
        initialPageParam: 0,
      }),
  }
}
