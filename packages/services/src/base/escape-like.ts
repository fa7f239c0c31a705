/** LIKE takes `%`, `_` and `\` for signs of its own. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
