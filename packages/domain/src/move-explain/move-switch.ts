/** A SYSTEM STOP MOVES or START MOVES in query_log, oldest first. */
export interface MoveSwitch {
  statement: string
  /** Default database of the statement, for unqualified names. */
  currentDatabase: string
  atMs: number
  by: string
}

const form =
  /^\s*SYSTEM\s+(STOP|START)\s+MOVES\b(?:\s+ON\s+CLUSTER\s+(?:`[^`]*`|"[^"]*"|'[^']*'|\S+))?\s*([\s\S]*)$/i

/** An unclosed comment extends to the end. Searching for its end repeatedly would take unbounded time. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*/g

/**
 * The STOP MOVES still in effect for a table according to the log; null if there is none or a START followed. A
 * statement without a table covers all tables that existed then. Not in the log: detaching and attaching a table
 * enables its moves again.
 */
export function findStop(
  switches: readonly MoveSwitch[],
  at: { database: string; table: string },
): MoveSwitch | null {
  let holding: MoveSwitch | null = null
  for (const each of switches) {
    const [, verb, rest = ''] = form.exec(each.statement.replace(comment, ' ')) ?? []
    if (verb === undefined) continue
    const target = readName(rest, each.currentDatabase)
    if (target && (target.database !== at.database || target.table !== at.table)) continue
    holding = verb.toUpperCase() === 'STOP' ? (holding ?? each) : null
  }
  return holding
}

/** Null without a name. */
function readName(text: string, currentDatabase: string): { database: string; table: string } | null {
  const words = [...text.matchAll(/`((?:[^`\\]|\\.|``)*)`|"((?:[^"\\]|\\.|"")*)"|([^\s.`";]+)/g)].map(
    ([, back, double, bare]) =>
      (back ?? double ?? bare ?? '').replace(/\\(.)|``|""/g, (all, c) => c ?? all[0]),
  )
  const [first, second] = words
  if (first === undefined) return null
  return second === undefined
    ? { database: currentDatabase, table: first }
    : { database: first, table: second }
}
