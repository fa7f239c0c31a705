import { type GenerationSpec, takesCompression } from './generation-spec.ts'

/** The files of one statement, and their rows. */
export interface GenerationChunk {
  firstFile: number
  files: number
  firstRow: number
  rows: number
}

/**
 * A statement keeps all its files open to the end, each with upload buffers (120 MiB for gzip CSV, 26.7), so it writes
 * few. Column formats buffer a row group in memory, so it writes one. A failure costs one statement, so it has few
 * rows.
 */
const maxFilesAtOnce = 4
const maxRowsAtOnce = 20_000_000
/** With enough files, at least this many, so that all nodes get a share. */
const minChunks = 16

/** Splits the rows into statements of whole files, in order. All files of a query belong to one statement. */
export function planChunks({
  content,
  format,
  rows,
  rowsPerFile,
}: Pick<GenerationSpec, 'content' | 'format' | 'rows' | 'rowsPerFile'>): GenerationChunk[] {
  const files = Math.ceil(rows / rowsPerFile)
  const most = takesCompression(format) ? maxFilesAtOnce : 1
  const shared = Math.floor(Math.min(most, maxRowsAtOnce / rowsPerFile, files / minChunks))
  const step = content.kind === 'query' ? files : Math.max(1, shared)
  const chunks: GenerationChunk[] = []
  for (let firstFile = 0; firstFile < files; firstFile += step) {
    const own = Math.min(step, files - firstFile)
    const firstRow = firstFile * rowsPerFile
    chunks.push({ firstFile, files: own, firstRow, rows: Math.min(own * rowsPerFile, rows - firstRow) })
  }
  return chunks
}
