/** Small files that a part has beside those of system.parts: checksums, columns, serialization, metadata version, codec. */
const uncountedFiles = 5n

/**
 * In how many objects active parts lie on a store: one a file, and those that system.parts does not count (26.7 writes five
 * a part, other versions one or two fewer).
 */
export function objectsOfParts({ parts, files }: { parts: bigint; files: bigint }): bigint {
  return files + parts * uncountedFiles
}
