import { quoteName } from '../load-job/propose-table.ts'
import { dataTemplates, renderTemplate } from './data-template.ts'
import { renderFileNumber } from './file-name.ts'
import type { GenerationSpec } from './generation-spec.ts'
import type { GenerationChunk } from './plan-chunks.ts'

type Content = Pick<GenerationSpec, 'content' | 'rowsPerFile'>

/** The SELECT of a chunk. The line break is needed because the query may end with a comment. */
export function renderRows(
  { content }: Pick<Content, 'content'>,
  chunk: Pick<GenerationChunk, 'firstRow' | 'rows'>,
): string {
  return content.kind === 'template'
    ? renderTemplate(content.template, chunk.firstRow, chunk.rows)
    : `SELECT * FROM (\n${content.query}\n)\nLIMIT ${chunk.rows}`
}

/**
 * The expression that names the file of a row. For a template it is a function of the row, whichever block the row is
 * in. The rows of a query are counted as they arrive.
 */
export function renderPartition({ content, rowsPerFile }: Content): string {
  const row =
    content.kind === 'template'
      ? quoteName(dataTemplates[content.template].columns[0].name)
      : 'rowNumberInAllBlocks()'
  return renderFileNumber(`intDiv(${row}, ${rowsPerFile})`)
}
