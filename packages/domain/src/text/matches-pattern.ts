import { compileGlobs, type GlobSign } from './compile-globs.ts'

/** Whether a name fits a pattern in which `*` stands for any characters, also none. Case counts, as it does for names. */
export function matchesPattern(pattern: string, name: string): boolean {
  return compilePattern(pattern)(name)
}

/** The same for many names. */
export function compilePattern(pattern: string): (name: string) => boolean {
  const signs = [...pattern].map(
    (character): GlobSign => (character === '*' ? { kind: 'deep' } : { kind: 'is', character }),
  )
  return compileGlobs([signs])
}
