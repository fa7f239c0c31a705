import {
  attachPartitionsStatement,
  badRowsFile,
  badRowsSettings,
  createStagingStatements,
  type LoadInsertStatement,
  loadInsertSettings,
  loadInsertStatement,
  movePartitionsStatement,
  renderStructure,
  type StagingNames,
  type Statement,
  type TableRef,
} from '@frostline/clickhouse'
import {
  type AttemptPlan,
  type LoadSpec,
  pathColumnSettings,
  type StatementPlan,
  textReadingSettings,
} from '@frostline/domain'
import type { OpenSource } from '../source/open-source.ts'

/** The statements of a load, for the preview and for the worker alike: what is shown is what is sent. */

/**
 * @param landing the columns of the table with their types, and its `engine_full` where it is replicated. `ownIds`: its parts
 *   are to arrive although equal ones did before.
 */
export function renderStaging(
  spec: LoadSpec,
  names: StagingNames,
  { output }: Pick<AttemptPlan<unknown>, 'output'>,
  landing: {
    typeOf: (column: string) => string
    replicatedEngine: string | null
    serverVersion: string
    ownIds?: boolean
  },
): Statement[][] {
  return createStagingStatements({
    landing: targetTable(spec, 'data'),
    replicatedEngine: landing.replicatedEngine,
    serverVersion: landing.serverVersion,
    names,
    columns: spec.mapping.map(({ column }) => ({ name: column, type: landing.typeOf(column) })),
    output,
    badRows: spec.badRows.kind === 'collect' ? spec.badRows.into : null,
    ownIds: landing.ownIds ?? false,
  })
}

/** The INSERT of one plan. Parameters hold the keys of the source: only `shown` may be kept. */
export function renderRead(
  spec: LoadSpec,
  source: OpenSource,
  names: StagingNames,
  plan: StatementPlan<{ ordinal: number; key: string }>,
  { leavesOut, filtersRows }: { leavesOut: boolean; filtersRows: boolean },
): LoadInsertStatement {
  const { read, mapping, landing, strategy, badRows, tuning } = spec
  const { bucket } = spec.source
  const { url, files, through } = plan
  const [file] = files
  return loadInsertStatement({
    into: { database: landing.database, table: through === 'node' ? names.input : names.output },
    columns: mapping.map(({ column }) => column),
    expressions: mapping.map(({ expression }) => expression),
    cluster: through === 'cluster' && strategy.kind === 'cluster' ? strategy.cluster : null,
    source: source.arguments(bucket, {
      ...(url.kind === 'object' ? { key: url.key } : { glob: `${url.prefix}**` }),
      format: read.format,
      structure: renderStructure(read.columns),
      compression: read.compression,
    }),
    paths: files.map(({ key }) => `${bucket}/${key}`),
    filtersRows,
    settings: {
      ...textReadingSettings(read),
      ...pathColumnSettings(
        read.columns,
        files.map(({ key }) => key),
      ),
      ...loadInsertSettings(tuning, through),
      ...(leavesOut && badRows.kind !== 'fail' && file
        ? badRowsSettings(badRowsFile(names, file.ordinal), badRows.maxRowsPerObject)
        : {}),
    },
  })
}

/** Which ones is known only when the rows are staged. */
export const somePartition = '<partition id>'

/** A replicated table takes parts of one that is not as copies alone; then they are dropped where they were staged. */
export function arrivesByAttach({ landing }: LoadSpec, tableKind: string): boolean {
  return landing.replicated && tableKind === 'data'
}

/** Brings whole partitions from where they are staged into the table of their kind. */
export function renderPublish(
  spec: LoadSpec,
  names: StagingNames,
  tableKind: string,
  partitionIds: readonly string[],
): Statement {
  const bring = arrivesByAttach(spec, tableKind) ? attachPartitionsStatement : movePartitionsStatement
  return bring(stagingTable(spec, names, tableKind), partitionIds, targetTable(spec, tableKind))
}

/** What a batch brings: its rows and, where they are collected, its bad rows. As in the ledger. */
export type TableKind = 'data' | 'bad-rows'

/** Where parts of a kind arrive. */
export function targetTable({ landing, badRows }: LoadSpec, kind: string): TableRef {
  const { database, table } = kind === 'bad-rows' && badRows.kind === 'collect' ? badRows.into : landing
  return { database, table }
}

/** Where they stand before. Staging tables of either kind lie in the database of the landing table. */
export function stagingTable({ landing }: LoadSpec, names: StagingNames, kind: string): TableRef {
  return { database: landing.database, table: kind === 'bad-rows' ? names.badRows : names.data }
}
