import type { GenerationSpec } from './generation-spec.ts'

/** The files of one statement, and the rows that they hold. */
export interface GenerationChunk {
  firstFile: number
  files: number
  firstRow: number
  rows: number
}

/**
 * A statement keeps all its files open to its end, each with its upload buffer: so few files. What a failure costs is one
 * statement: so few rows, where files are small.
 */
const mostFilesAtOnce = 16
const mostRowsAtOnce = 20_000_000
/** Where there are files enough, so that all nodes have their share of them. */
const leastChunks = 16

/** Cuts the rows into statements of whole files, in order. The files of a query belong to one statement. */
export function planChunks({
  content,
  rows,
  rowsPerFile,
}: Pick<GenerationSpec, 'content' | 'rows' | 'rowsPerFile'>): GenerationChunk[] {
  const files = Math.ceil(rows / rowsPerFile)
  const step =
    content.kind === 'query'
      ? files
      : Math.max(1, Math.floor(Math.min(mostFilesAtOnce, mostRowsAtOnce / rowsPerFile, files / leastChunks)))
  const chunks: GenerationChunk[] = []
  for (let firstFile = 0; firstFile < files; firstFile += step) {
    const own = Math.min(step, files - firstFile)
    const firstRow = firstFile * rowsPerFile
    chunks.push({ firstFile, files: own, firstRow, rows: Math.min(own * rowsPerFile, rows - firstRow) })
  }
  return chunks
}
