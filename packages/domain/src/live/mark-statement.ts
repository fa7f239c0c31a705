/** What a running statement tells of itself. */
export interface StatementFacts {
  queryId: string
  initialQueryId: string
  /** The user of the initial statement is the one with which Frostline connects. */
  byConsole: boolean
  logComment: string
  readOnly: boolean
}

/** A statement of Frostline. `purpose` is what it is for, such as `tier-migration`. */
export interface StatementMark {
  /** `read`: a read of a page or a check, which ends at its time limit. `work`: it may belong to a run. */
  kind: 'read' | 'work'
  purpose: string
}

const commentPrefix = '_frostline/'
/** Statements of runs have ids with this prefix, also those that only read. */
const workPrefix = 'frostline-'

/**
 * Null: it is not Frostline's. Anyone can write any comment and any query id, so both count only for the user with
 * which Frostline connects.
 */
export function markStatement(statement: StatementFacts): StatementMark | null {
  const { byConsole, logComment, readOnly, initialQueryId } = statement
  if (!byConsole || !logComment.startsWith(commentPrefix)) return null
  const purpose = logComment.slice(commentPrefix.length)
  return { kind: readOnly && !initialQueryId.startsWith(workPrefix) ? 'read' : 'work', purpose }
}
