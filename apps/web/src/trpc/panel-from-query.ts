import type { EmptyStateProps, PanelProps, SqlStatement } from '@frostline/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type Readable, refetchFresh } from './answer-age.ts'
import { reportError } from './report-error.ts'

/** The envelope of every response read from a cluster; others have no part of it. */
interface Observed {
  observedAt?: Date | null
  queries?: readonly SqlStatement[]
  nodes?: readonly { name: string; state: string; message: string | null }[]
}

/** What a panel needs from a query; useQuery's result has it. */
interface ReadState<Data> extends Readable {
  data: Data | undefined
  error: unknown
}

type PanelFromQuery = Pick<
  PanelProps,
  'state' | 'observedAt' | 'onRefresh' | 'refreshing' | 'sql' | 'missingNodes'
>

interface PanelOptions<Data> {
  /** Completes "Could not …": "read the parts of taxi.trips". */
  task: string
  /** Text for an empty result; null when the data is to be shown. */
  empty?: (data: Data) => EmptyStateProps | null
}

/**
 * The state of a Panel from a query, without layout shifts: earlier data stays while it is refetched, and a failed
 * refresh is shown above it.
 *
 * const tables = useQuery(trpc.tables.list.queryOptions({ cluster }))
 * <Panel title="Tables" {...panelFromQuery(tables, { task: 'read the tables' })}>
 */
export function panelFromQuery<Data>(
  query: ReadState<Data>,
  { task, empty }: PanelOptions<Data>,
): PanelFromQuery {
  const observed = (query.data ?? {}) as Observed
  return {
    state: stateOf(query, task, empty),
    observedAt: observed.observedAt ?? (query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : null),
    onRefresh: () => refetchFresh(query),
    refreshing: query.isFetching,
    sql: observed.queries,
    missingNodes: observed.nodes
      ?.filter((node) => node.state !== 'ok')
      .map((node) => ({ name: node.name, reason: node.message ?? node.state })),
  }
}

/**
 * What a select shows while no option is selected: that its options are being read or could not be read, otherwise `text`.
 *
 * <SelectField label="Node" options={names} placeholder={placeholderFromQuery(nodes, 'the nodes')} />
 */
export function placeholderFromQuery(
  { data, error }: Pick<ReadState<unknown>, 'data' | 'error'>,
  options: string,
  text = 'Choose…',
): string {
  if (data !== undefined) return text
  return error ? `Could not read ${options}` : `Reading ${options}…`
}

export type LedgerPanel = Pick<PanelFromQuery, 'state' | 'observedAt' | 'onRefresh' | 'refreshing'>

/** The same for the console's own data, such as a run: its response has no envelope. */
export function panelFromLedger<Data>(query: ReadState<Data>, options: PanelOptions<Data>): LedgerPanel {
  return {
    state: stateOf(query, options.task, options.empty),
    observedAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : null,
    onRefresh: () => refetchFresh(query),
    refreshing: query.isFetching,
  }
}

/** The same for a paged list: age and SQL are those of its first page. */
export function panelFromInfinite<Page>(
  query: UseInfiniteQueryResult<InfiniteData<Page>, unknown>,
  options: PanelOptions<Page>,
): PanelFromQuery {
  const first = query.data?.pages[0]
  return panelFromQuery({ ...query, data: first, refetch: () => query.refetch() }, options)
}

function stateOf<Data>(
  query: ReadState<Data>,
  task: string,
  empty: PanelOptions<Data>['empty'],
): NonNullable<PanelProps['state']> {
  if (query.data === undefined)
    return query.error ? { kind: 'error', error: reportError(query.error, task) } : { kind: 'loading' }
  const nothing = empty?.(query.data) ?? null
  if (nothing && !query.error) return { kind: 'empty', empty: nothing }
  return query.error ? { kind: 'ready', staleError: reportError(query.error, task) } : { kind: 'ready' }
}
