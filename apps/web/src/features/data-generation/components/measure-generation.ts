import type { GenerationDetail } from '../generation.ts'

type Measured = Pick<
  GenerationDetail,
  'kind' | 'status' | 'startedAt' | 'totalRows' | 'writtenRows' | 'writtenBytes'
>

/**
 * Progress and rate. The number of rows of a query is unknown, so share and time left are too.
 * @param makingRows of running statements; what they will write may have to be made again.
 * @param end of it, or now; null before its start.
 */
export function measureGeneration(
  { kind, status, startedAt, totalRows, writtenRows, writtenBytes }: Measured,
  makingRows: bigint,
  end: Date | null,
) {
  const sum = writtenRows + makingRows
  const seen = sum < totalRows ? sum : totalRows
  const elapsedMs = startedAt && end ? Math.max(0, end.getTime() - startedAt.getTime()) : null
  const rate = (amount: bigint) =>
    elapsedMs === null || elapsedMs === 0 || amount === 0n ? null : Number(amount) / (elapsedMs / 1_000)
  const rowsPerSecond = rate(seen)
  const counted = kind === 'template'
  return {
    share: status === 'completed' ? 1 : counted ? Number(seen) / Number(totalRows) : null,
    elapsedMs,
    rowsPerSecond,
    bytesPerSecond: rate(writtenBytes),
    leftMs: counted && rowsPerSecond !== null ? (Number(totalRows - seen) / rowsPerSecond) * 1_000 : null,
    expectedBytes:
      counted && writtenRows > 0n
        ? BigInt(Math.round((Number(writtenBytes) / Number(writtenRows)) * Number(totalRows)))
        : null,
  }
}
