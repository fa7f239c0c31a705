import type { Statement } from './statement.ts'

/** Writes the buffered entries of all system log tables, so that a query of them sees what just happened. */
export function flushLogsStatement(): Statement {
  return { sql: 'SYSTEM FLUSH LOGS', params: {} }
}
