import {
  badRowsFile,
  badRowsSettings,
  loadInsertSettings,
  loadInsertStatement,
  renderStructure,
  type StagingNames,
} from '@frostline/clickhouse'
import type { LoadFile } from '@frostline/db'
import { commonSafePrefix, type LoadSpec, shareObjects, textReadingSettings } from '@frostline/domain'
import type { OpenSource } from '@frostline/services'

/** Objects that one statement reads, and where it is sent. */
export interface StatementPlan {
  nodeName: string
  files: LoadFile[]
  /** Through the Distributed table, or straight into the table of the node. */
  through: 'node' | 'cluster' | 'reshard'
}

export interface AttemptPlan {
  /** Nodes that get staging tables. */
  nodeNames: string[]
  output: { cluster: string; shardingKey: string } | null
  statements: StatementPlan[]
  /** Bad rows are left out, and recorded by the server. */
  leavesOut: boolean
}

/**
 * Which node reads what, by the strategy. At first no bad row is allowed, so that objects without one are read together.
 * `oneByOne`: a statement for each object, on one node. That is what a rule for bad rows needs, and what tells an object
 * that breaks its statement without being named.
 */
export function planAttempt(spec: LoadSpec, files: LoadFile[], oneByOne: boolean): AttemptPlan {
  const { strategy, landing } = spec
  const leavesOut = oneByOne && spec.badRows.kind !== 'fail'
  const cut = (nodeName: string, own: LoadFile[], through: StatementPlan['through']): StatementPlan[] =>
    oneByOne ? own.map((file) => ({ nodeName, files: [file], through })) : [{ nodeName, files: own, through }]
  switch (strategy.kind) {
    case 'single-node':
      return {
        nodeNames: [strategy.node],
        output: null,
        statements: cut(strategy.node, files, 'node'),
        leavesOut,
      }
    case 'split':
      return shareOut(strategy.nodes)
    case 'cluster':
      if (oneByOne) return shareOut(landing.nodes)
      return {
        nodeNames: landing.nodes,
        output: { cluster: strategy.cluster, shardingKey: 'rand()' },
        statements: cut(strategy.initiator, files, 'cluster'),
        leavesOut,
      }
    case 'reshard':
      return {
        nodeNames: landing.nodes,
        output: { cluster: strategy.cluster, shardingKey: strategy.shardingKey },
        statements: cut(strategy.initiator, files, 'reshard'),
        leavesOut,
      }
  }

  function shareOut(nodes: readonly string[]): AttemptPlan {
    const shares = [...shareObjects(files, nodes)].filter(([, own]) => own.length > 0)
    return {
      nodeNames: shares.map(([node]) => node),
      output: null,
      statements: shares.flatMap(([node, own]) =>
        cut(
          node,
          own.flatMap((index) => files[index] ?? []),
          'node',
        ),
      ),
      leavesOut,
    }
  }
}

/** The INSERT of one plan. Parameters hold the keys of the source: only `shown` may be kept. */
export function renderStatement(
  spec: LoadSpec,
  source: OpenSource,
  names: StagingNames,
  plan: StatementPlan,
  filtersRows: boolean,
) {
  const { read, mapping, landing, strategy } = spec
  const { bucket } = spec.source
  const structure = renderStructure(read.columns)
  const [first] = plan.files
  const form = { format: read.format, structure, compression: read.compression }
  const alone =
    first && plan.files.length === 1 ? source.arguments(bucket, { key: first.key, ...form }) : null
  // One object is named itself where that can be done; the listing of a pattern may be long.
  const exact = alone !== null && alone.exactPath === undefined
  const prefix = commonSafePrefix(plan.files.map(({ key }) => key))
  return loadInsertStatement({
    into: { database: landing.database, table: plan.through === 'node' ? names.input : names.output },
    columns: mapping.map(({ column }) => column),
    expressions: mapping.map(({ expression }) => expression),
    cluster: plan.through === 'cluster' && strategy.kind === 'cluster' ? strategy.cluster : null,
    source: exact ? alone : source.arguments(bucket, { glob: `${prefix}**`, ...form }),
    paths: plan.files.map(({ key }) => `${bucket}/${key}`),
    filtersRows,
  })
}

export function settingsOf(
  { read, tuning, badRows }: LoadSpec,
  names: StagingNames,
  { files: [file], through }: StatementPlan,
  leavesOut: boolean,
) {
  return {
    ...textReadingSettings(read),
    ...loadInsertSettings(tuning, through),
    ...(leavesOut && badRows.kind !== 'fail' && file
      ? badRowsSettings(badRowsFile(names, file.ordinal), badRows.mostRowsPerObject)
      : {}),
  }
}
