import { z } from 'zod'

/** What one file holds: whole parts, or a range of rows of one part. Whole numbers are text: it is stored as JSON. */
export const fileSelection = z.object({
  parts: z.array(z.string()).min(1),
  /** Of a part that is too large for one file: rows from `from` up to `to`. Null: all rows. */
  range: z.object({ from: z.string().regex(/^\d+$/), to: z.string().regex(/^\d+$/) }).nullable(),
})
type FileSelection = z.infer<typeof fileSelection>

export interface PlannedFile {
  selection: FileSelection
  rows: bigint
  /** Of the parts on disk. A file is about as large. */
  bytes: bigint
}

/** Between 256 MiB and 1 GiB, which is what query engines read best. */
const targetFileBytes = 512n * 1024n * 1024n
const maxFileBytes = 1024n * 1024n * 1024n

interface PartSize {
  name: string
  rows: bigint
  bytesOnDisk: bigint
}

/**
 * Parts in their order, put together up to the target. A part above the maximum is cut into ranges of rows. Each row is in
 * exactly one file.
 */
export function planArchiveFiles(
  parts: readonly PartSize[],
  { targetBytes = targetFileBytes, maxBytes = maxFileBytes } = {},
): PlannedFile[] {
  const files: PlannedFile[] = []
  let open: PartSize[] = []
  const close = () => {
    if (open.length > 0) files.push(wholeParts(open))
    open = []
  }
  for (const part of parts) {
    if (part.rows === 0n) continue
    if (part.bytesOnDisk > maxBytes && part.rows > 1n) {
      close()
      files.push(...cutPart(part, targetBytes))
      continue
    }
    if (sumBytes(open) + part.bytesOnDisk > targetBytes) close()
    open.push(part)
  }
  close()
  return files
}

function wholeParts(parts: readonly PartSize[]): PlannedFile {
  return {
    selection: { parts: parts.map(({ name }) => name), range: null },
    rows: parts.reduce((sum, { rows }) => sum + rows, 0n),
    bytes: sumBytes(parts),
  }
}

function cutPart({ name, rows, bytesOnDisk }: PartSize, targetBytes: bigint): PlannedFile[] {
  const wanted = (bytesOnDisk + targetBytes - 1n) / targetBytes
  const pieces = wanted < rows ? wanted : rows
  return Array.from({ length: Number(pieces) }, (_, index) => {
    const from = (rows * BigInt(index)) / pieces
    const to = (rows * BigInt(index + 1)) / pieces
    return {
      selection: { parts: [name], range: { from: String(from), to: String(to) } },
      rows: to - from,
      bytes: bytesOnDisk / pieces,
    }
  })
}

function sumBytes(parts: readonly PartSize[]): bigint {
  return parts.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n)
}
