import { type GenerationSpec, takesCompression } from './generation-spec.ts'

/** The files of one statement, and the rows that they hold. */
export interface GenerationChunk {
  firstFile: number
  files: number
  firstRow: number
  rows: number
}

/**
 * A statement keeps all its files open to its end, each with its upload buffers (120 MiB for CSV in gzip, 26.7): so few
 * files, and of formats of columns, which hold a file's last row group in memory, one. What a failure costs is one
 * statement: so few rows.
 */
const maxFilesAtOnce = 4
const maxRowsAtOnce = 20_000_000
/** Where there are files enough, so that all nodes have their share of them. */
const minChunks = 16

/** Cuts the rows into statements of whole files, in order. The files of a query belong to one statement. */
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
