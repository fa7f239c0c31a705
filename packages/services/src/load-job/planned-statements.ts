import {
  attachPartitionsStatement,
  copyableSql,
  createStagingStatements,
  loadInsertStatement,
  movePartitionsStatement,
  renderStructure,
  stagingNames,
} from '@frostline/clickhouse'
import { commonSafePrefix } from '@frostline/domain'
import type { OpenSource } from '../source/open-source.ts'
import type { LoadPlan } from './plan-load.ts'
import { planBadRowStatements } from './planned-bad-rows.ts'
import type { LoadPreview } from './schema.ts'

/** What the first batch would send, with the keys hidden. Each attempt has staging tables of its own names. */
export function planStatements(plan: LoadPlan, source: OpenSource): LoadPreview['statements'] {
  const { spec, target, batches, objects } = plan
  const names = stagingNames('JOB', 0, 1)
  const { strategy, landing, read, mapping } = spec
  const through = strategy.kind === 'cluster' || strategy.kind === 'reshard' ? strategy : null
  const [first] = landing.nodes
  const types = new Map(target.columns.map(({ name, type }) => [name, type]))
  const waves = createStagingStatements({
    landing,
    replicatedEngine: landing.replicated ? target.landing.engineFull : null,
    names,
    columns: mapping.map(({ column }) => ({ name: column, type: types.get(column) ?? '' })),
    output:
      through === null
        ? null
        : {
            cluster: through.cluster,
            shardingKey: through.kind === 'reshard' ? through.shardingKey : 'rand()',
          },
    badRows: spec.badRows.kind === 'collect' ? spec.badRows.into : null,
  })
  const keys = (batches[0]?.objects ?? []).flatMap((index) => objects[index]?.key ?? [])
  const insertOf = (own: readonly string[]) => {
    const { sql, shown } = loadInsertStatement({
      into: { database: landing.database, table: through === null ? names.input : names.output },
      columns: mapping.map(({ column }) => column),
      expressions: mapping.map(({ expression }) => expression),
      cluster: strategy.kind === 'cluster' ? strategy.cluster : null,
      source: source.arguments(spec.source.bucket, {
        glob: `${commonSafePrefix(own)}**`,
        format: read.format,
        compression: read.compression,
        structure: renderStructure(read.columns),
      }),
      paths: own.map((key) => `${spec.source.bucket}/${key}`),
      filtersRows: false,
    })
    return copyableSql(sql, shown)
  }
  const staged = { database: landing.database, table: names.data }
  const publish = (landing.replicated ? attachPartitionsStatement : movePartitionsStatement)(
    staged,
    ['…'],
    landing,
  )
  const each = landing.nodes.join(', ')
  const reader =
    strategy.kind === 'split' ? each : strategy.kind === 'single-node' ? strategy.node : strategy.initiator
  return [
    {
      name: '1. Staging tables, on each node',
      node: each,
      sql: waves
        .flat()
        .map(({ sql }) => `${sql};`)
        .join('\n'),
    },
    {
      name: '2. Read the objects of a batch',
      node: reader || (first ?? ''),
      sql: insertOf(keys),
    },
    ...planBadRowStatements(spec, names, insertOf(keys.slice(0, 1)), keys[0] ?? '', reader),
    {
      name: `3. Once what was counted equals the manifest: ${landing.replicated ? 'attach each partition to' : 'move each partition into'} the table`,
      node: each,
      sql: copyableSql(publish.sql, publish.params),
    },
  ]
}
