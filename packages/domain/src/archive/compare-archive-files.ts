export interface ProvedObject {
  key: string
  etag: string
  /** Null: not known, as of a manifest. */
  sizeBytes: bigint | null
  stepOrdinal: number
}

interface ArchiveFileFault {
  key: string
  stepOrdinal: number
  kind: 'missing' | 'changed'
}

/** What the bucket does not have as it was proved. */
export function compareArchiveFiles(
  proved: readonly ProvedObject[],
  listed: ReadonlyMap<string, { sizeBytes: bigint; etag: string }>,
): ArchiveFileFault[] {
  return proved.flatMap(({ key, etag, sizeBytes, stepOrdinal }) => {
    const found = listed.get(key)
    if (!found) return { key, stepOrdinal, kind: 'missing' as const }
    const isEqual = found.etag === etag && (sizeBytes === null || found.sizeBytes === sizeBytes)
    return isEqual ? [] : { key, stepOrdinal, kind: 'changed' as const }
  })
}
