/**
 * Where to go after sign-in. Only paths of this console are accepted: another origin, including one written as `//host`
 * or `/\host` (which browsers read as a host), falls back to the start page.
 */
export function safeReturnPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.startsWith('/sign-in')) return '/'
  for (const character of next) {
    const code = character.codePointAt(0) ?? 0
    if (character === '\\' || code < 0x20 || code === 0x7f) return '/'
  }
  return next
}
