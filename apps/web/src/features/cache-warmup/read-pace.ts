const mebibyte = 1_048_576
const most = 1_000_000

/** MiB a second as a person types them. Empty: no limit. */
export function readPace(text: string): { bytesPerSecond: number | null } | { fault: string } {
  if (text.trim() === '') return { bytesPerSecond: null }
  const value = Number(text)
  return Number.isFinite(value) && value >= 1 && value <= most
    ? { bytesPerSecond: Math.round(value * mebibyte) }
    : { fault: `Enter a number from 1 to ${most.toLocaleString('en')}, or leave it empty.` }
}

export function writePace(bytesPerSecond: bigint | null): string {
  return bytesPerSecond === null ? '' : String(Number((Number(bytesPerSecond) / mebibyte).toFixed(6)))
}
