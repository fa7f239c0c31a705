/** A segment of the path as its writer meant it: Next hands segments over escaped. */
export function readPathParam(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
