/** An object that no replica needs. */
export interface OrphanSeen {
  key: string
  bytes: bigint
  /** It was written while the statement was under way, by the store's clock. */
  duringUpload: boolean
}

export interface MatchedOrphan {
  key: string
  bytes: bigint
  evidence: 'log' | 'time'
}

/**
 * Which orphans an interrupted upload has left. The server's log names those of the statement. It loses its last seconds when the
 * server is killed, and not every server keeps it: what nobody's log names is matched by time.
 * @param own keys that the log has of the statement.
 * @param others keys that logs have of other statements.
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
