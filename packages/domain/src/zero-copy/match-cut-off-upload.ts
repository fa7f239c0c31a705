/** An object that no replica needs. */
export interface OrphanSeen {
  key: string
  bytes: bigint
  /** It was written while the statement ran, by the store's clock. */
  duringUpload: boolean
}

export interface MatchedOrphan {
  key: string
  bytes: bigint
  evidence: 'log' | 'time'
}

/**
 * Which orphans an interrupted upload left behind. The server's log names those of the statement. The log loses its
 * last seconds when the server is killed, and not every server has one: objects in no log are matched by time.
 * @param own keys logged for the statement.
 * @param others keys logged for other statements.
 */
export function matchCutOffUpload(
  orphans: readonly OrphanSeen[],
  own: ReadonlySet<string>,
  others: ReadonlySet<string>,
): MatchedOrphan[] {
  return orphans.flatMap(({ key, bytes, duringUpload }): MatchedOrphan[] => {
    if (own.has(key)) return [{ key, bytes, evidence: 'log' }]
    return duringUpload && !others.has(key) ? [{ key, bytes, evidence: 'time' }] : []
  })
}
