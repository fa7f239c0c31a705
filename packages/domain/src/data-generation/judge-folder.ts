import { type FileNaming, readFileKey } from './file-name.ts'

/**
 * Whether a key below the folder of a generation may be written over: a file of a chunk that was sent before. Anything
 * else was there before, or is somebody else's.
 */
export function isForeignKey(
  naming: FileNaming,
  key: string,
  sent: readonly { firstFile: number; files: number }[],
): boolean {
  // What some tools put there to show an empty folder.
  if (key === naming.prefix) return false
  const file = readFileKey(naming, key)
  if (file === null) return true
  return !sent.some(({ firstFile, files }) => file >= firstFile && file < firstFile + files)
}

/** Two generations must not write below one another. Prefixes end with a slash. */
export function overlap(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}
