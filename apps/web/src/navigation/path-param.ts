/** A decoded path segment: Next passes segments percent-encoded. */
export function readPathParam(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
