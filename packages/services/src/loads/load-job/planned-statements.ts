import {
  allStagingTables,
  copyableScript,
  copyableSql,
  dropPartitionsStatement,
  dropStagingSettings,
  dropStagingStatements,
  loadCounts,
  observeParts,
  type Statement,
  shownSql,
  stagingNames,
} from '@frostline/clickhouse'
import { planAttempt } from '@frostline/domain'
import type { OpenSource } from '../source/open-source.ts'
import type { LoadPlan } from './plan-load.ts'
import { planBadRowStatements } from './planned-bad-rows.ts'
import {
  arrivesByAttach,
  renderPublish,
  renderRead,
  renderStaging,
  somePartition,
  stagingTable,
} from './render-attempt.ts'
import type { LoadPreview } from './schema.ts'

type Shown = LoadPreview['statements']

/**
 * What one batch sends, with the keys hidden: planned and rendered as the worker does it. Each attempt has staging
 * tables of its own names. An INSERT reads its own objects alone, so that what is copied here loads each object once.
 */
export function planStatements(plan: LoadPlan, source: OpenSource, batch: number): Shown {
  const { spec, target, batches, objects } = plan
  const names = stagingNames('JOB', batch, 1)
  const files = (batches[batch]?.objects ?? []).flatMap((index) => {
    const object = objects[index]
    return object ? [{ ...object, ordinal: index }] : []
  })
  const attempt = planAttempt(spec, files, false)
  const { database } = spec.landing
  const types = new Map(target.columns.map(({ name, type }) => [name, type]))
  const staging = renderStaging(spec, names, attempt, {
    typeOf: (column) => types.get(column) ?? '',
    replicatedEngine: spec.landing.replicated ? target.landing.engineFull : null,
    serverVersion: target.landing.serverVersion,
  })
  const counts = { database, counts: names.counts }
  const staged = stagingTable(spec, names, 'data')
  const partsOf = { ...staged, partition_ids: [] }
  const arrived = { ...staged, partition_ids: [somePartition] }
  const each = attempt.nodeNames.join(', ')
  const byAttach = arrivesByAttach(spec, 'data')
  const arrival: Statement[] = [renderPublish(spec, names, 'data', [somePartition])]
  if (byAttach) arrival.push(dropPartitionsStatement(staged, [somePartition]))
  const kinds = allStagingTables(names).filter(
    (table) =>
      (table !== names.output || attempt.output !== null) &&
      (table !== names.badRows || spec.badRows.kind === 'collect'),
  )
  return [
    { name: '1. Create the staging tables', node: each, sql: copyableScript(staging.flat()) },
    ...attempt.statements.map((statement) => {
      const { sql, shown } = renderRead(spec, source, names, statement, {
        leavesOut: false,
        filtersRows: false,
      })
      const { length } = statement.files
      return {
        name: `2. Read ${length === 1 ? 'one object' : `${length} objects`}`,
        node: statement.nodeName,
        sql: copyableSql(sql, shown),
      }
    }),
    ...planBadRowStatements(spec, source, names, files),
    {
      name: '3. Count the staged rows',
      node: each,
      sql: copyableScript([
        { sql: observeParts.render(partsOf), params: partsOf },
        { sql: loadCounts.render(counts), params: counts },
      ]),
    },
    {
      name: `4. Once the counts match the manifest: ${byAttach ? 'attach each partition to' : 'move each partition into'} the table`,
      node: each,
      sql: copyableScript(arrival),
    },
    {
      name: '5. Check that no staged rows are left',
      node: each,
      sql: copyableScript([{ sql: observeParts.render(arrived), params: arrived }]),
    },
    {
      name: '6. Drop the staging tables',
      node: each,
      sql: dropStagingStatements(database, kinds)
        .flat()
        .map((statement) => `${shownSql(statement, dropStagingSettings)};`)
        .join('\n'),
    },
  ]
}
