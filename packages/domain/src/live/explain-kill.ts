/** What became of a query or a mutation that was to be killed. */
export type KillResult = 'killed' | 'already_ended' | 'stopping' | 'not_allowed' | 'rejected' | 'unknown'

export type KillAnswer =
  | { kind: 'ok' }
  | { kind: 'refused'; code: number; message: string }
  /** The node may have received it. */
  | { kind: 'lost' }
  /** The node certainly did not receive it. */
  | { kind: 'unsent' }

const accessDenied = 497

/**
 * By what the node answered and whether it still lists the object afterwards: null where it could not be read. The list
 * decides, since an answer may get lost.
 */
export function judgeKilled(answer: KillAnswer, stillThere: boolean | null): KillResult {
  if (stillThere === false) return answer.kind === 'ok' || answer.kind === 'lost' ? 'killed' : 'already_ended'
  if (answer.kind === 'refused') return answer.code === accessDenied ? 'not_allowed' : 'rejected'
  if (stillThere === null) return 'unknown'
  return answer.kind === 'ok' ? 'stopping' : 'unknown'
}

/** The grant that the server's message names, as `ALTER UPDATE(c) ON db.t`. Null: it names none. */
export function readMissingGrant(message: string): string | null {
  const [, grant] =
    /necessary to have the grant (?:GRANT )?([^\n]+?)\.?\s*(?:\(ACCESS_DENIED\)|$)/m.exec(message) ?? []
  return grant ?? null
}
