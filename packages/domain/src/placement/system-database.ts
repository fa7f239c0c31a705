const names = new Set(['system', 'INFORMATION_SCHEMA', 'information_schema'])

/** Whether the tables of a database are the server's own: its logs, and views of what it knows. */
export function isSystemDatabase(name: string): boolean {
  return names.has(name)
}
