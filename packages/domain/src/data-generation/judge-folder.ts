import { type FileNaming, readFileKey } from './file-name.ts'

/**
 * Whether a key in the folder of a generation must not be overwritten. Only files of chunks that were sent before may
 * be; anything else belongs to someone else.
 */
export function isForeignKey(
  naming: FileNaming,
  key: string,
  sent: readonly { firstFile: number; files: number }[],
): boolean {
  // Some tools create this object to show an empty folder.
  if (key === naming.prefix) return false
  const file = readFileKey(naming, key)
  if (file === null) return true
  return !sent.some(({ firstFile, files }) => file >= firstFile && file < firstFile + files)
}

/** Two generations must not write into each other's folder. Prefixes end with a slash. */
export function overlap(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
