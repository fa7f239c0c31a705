import {
  badRowsFile,
  badRowsFilesOf,
  collectBadRowsStatement,
  copyableScript,
  emptyFileStatement,
  observeParts,
  recordedBadRows,
  type StagingNames,
} from '@frostline/clickhouse'
import { groupBy, type LoadSpec, planAttempt } from '@frostline/domain'
import type { OpenSource } from '../source/open-source.ts'
import { renderPublish, renderRead, somePartition } from './render-attempt.ts'
import type { LoadPreview } from './schema.ts'

/** What is sent besides for a batch in which an object has a bad row that is to be left out. */
export function planBadRowStatements(
  spec: LoadSpec,
  source: OpenSource,
  names: StagingNames,
  files: readonly { ordinal: number; key: string; sizeBytes: bigint }[],
): LoadPreview['statements'] {
  const { badRows, landing } = spec
  if (badRows.kind === 'fail') return []
  const { statements } = planAttempt(spec, files, true)
  const recorded = { files: `${badRowsFilesOf(names)}*` }
  const staged = { database: landing.database, table: names.badRows }
  const parts = { ...staged, partition_ids: [] }
  const left = { ...staged, partition_ids: [somePartition] }
  const readers = [...groupBy(statements, ({ nodeName }) => nodeName)]
  return [
    ...readers.map(([node, own]) => ({
      name: 'If an object has a bad row: drop the staged rows, then read one object per statement',
      node,
      sql: copyableScript(
        own.map((statement) => {
          const how = { leavesOut: true, filtersRows: false }
          const { sql, shown } = renderRead(spec, source, names, statement, how)
          return { sql, params: shown }
        }),
      ),
    })),
    ...readers.flatMap(([node, own]) => {
      const objects = own.flatMap((statement) =>
        statement.files.map(({ ordinal, key }) => ({ ordinal, path: `${spec.source.bucket}/${key}` })),
      )
      const collect =
        badRows.kind === 'collect'
          ? [
              collectBadRowsStatement(staged, names, 'JOB', objects),
              { sql: observeParts.render(parts), params: parts },
              renderPublish(spec, names, 'bad-rows', [somePartition]),
              { sql: observeParts.render(left), params: left },
            ]
          : []
      return [
        {
          name: badRows.kind === 'collect' ? 'Count and save the bad rows' : 'Count the bad rows',
          node,
          sql: copyableScript([{ sql: recordedBadRows.render(recorded), params: recorded }, ...collect]),
        },
        {
          name: 'Empty each file with bad rows',
          node,
          sql: copyableScript(objects.map(({ ordinal }) => emptyFileStatement(badRowsFile(names, ordinal)))),
        },
      ]
    }),
  ]
}
