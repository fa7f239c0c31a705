/** Whether a name fits a pattern in which `*` stands for any characters, also none. Case counts, as it does for names. */
export function matchesPattern(pattern: string, name: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(name)
}
