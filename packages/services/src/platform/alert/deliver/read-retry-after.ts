const LONGEST_MS = 3_600_000

/** `Retry-After` in seconds or as a date, at most an hour. Undefined where there is none, or it is invalid. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_MS, Math.max(0, ms))
}
