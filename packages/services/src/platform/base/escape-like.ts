/** LIKE treats `%`, `_` and `\` as special. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
