/** A SYSTEM STOP MOVES or START MOVES as query_log has it, oldest first. */
export interface MoveSwitch {
  statement: string
  /** The database that a name without one meant. */
  currentDatabase: string
  atMs: number
  by: string
}

const form =
  /^\s*SYSTEM\s+(STOP|START)\s+MOVES\b(?:\s+ON\s+CLUSTER\s+(?:`[^`]*`|"[^"]*"|'[^']*'|\S+))?\s*([\s\S]*)$/i

/** One that is not closed goes to the end: looking for its end again and again would take time without bound. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*/g

/**
 * The STOP MOVES that still holds a table by the log; null when none was sent or a START followed. A statement
 * without a table is for all tables that there were at its time. What the log cannot show: a table that was detached
 * and attached since runs again.
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

/** Null for no name. */
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
