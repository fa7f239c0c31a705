/** Bytes that were worked on between two times. */
export interface TimedBytes {
  fromMs: number
  toMs: number
  bytes: number
}

/**
 * Bytes a second in equal parts of a time, from bytes that are spread evenly over theirs. What lies outside of it is
 * left out. At an instant: all in the part that has it.
 */
export function spreadOverTime(
  work: readonly TimedBytes[],
  { fromMs, toMs, parts }: { fromMs: number; toMs: number; parts: number },
): { atMs: number; bytesPerSecond: number }[] {
  const widthMs = (toMs - fromMs) / parts
  const sums = new Array<number>(parts).fill(0)
  for (const { fromMs: begin, toMs: end, bytes } of work) {
    const first = Math.max(0, Math.floor((begin - fromMs) / widthMs))
    const last = Math.min(parts - 1, Math.floor((end - fromMs) / widthMs))
    for (let part = first; part <= last; part += 1) {
      const [opens, closes] = [fromMs + part * widthMs, fromMs + (part + 1) * widthMs]
      const share = end > begin ? (Math.min(end, closes) - Math.max(begin, opens)) / (end - begin) : 1
      sums[part] = (sums[part] ?? 0) + bytes * Math.max(0, share)
    }
  }
  return sums.map((bytes, part) => ({
    atMs: fromMs + part * widthMs,
    bytesPerSecond: (bytes * 1000) / widthMs,
  }))
}
