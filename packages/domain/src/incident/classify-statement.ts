import type { CauseKind } from './cause-kinds.ts'

/**
 * What a statement may cause, by its kind in query_log and its text. Null: it accuses nobody.
 * @param text with its literals replaced.
 */
export function classifyStatement(kind: string, text: string): CauseKind | null {
  const has = (pattern: RegExp) => pattern.test(text)
  if (kind === 'System') {
    if (has(/\bDROP\b.*\bCACHE\b/i)) return 'cache-dropped'
    if (has(/\bSTOP\s+(TTL\s+)?MERGES\b/i)) return 'merges-stopped'
    if (has(/\bSTOP\s+(FETCHES|REPLICATED SENDS|REPLICATION QUEUES)\b/i)) return 'replica-lag'
    return has(/\bRELOAD\s+(CONFIG|USERS)\b/i) ? 'setting-changed' : 'audit-change'
  }
  if (has(/\b(CREATE|ALTER)\s+(USER|SETTINGS\s+PROFILE|PROFILE|QUOTA|ROLE|NAMED COLLECTION)\b/i))
    return 'setting-changed'
  if (kind === 'Alter' || kind === 'Delete' || kind === 'Update') {
    if (has(/\bMOVE\s+(PARTITION|PART)\b/i)) return 'moves'
    if (has(/\b(MODIFY|REMOVE|MATERIALIZE)\s+TTL\b/i)) return 'schema-changed'
    if (has(/\bMODIFY\s+SETTING\b|\bRESET\s+SETTING\b/i)) return 'setting-changed'
    if (kind !== 'Alter' || has(/\b(UPDATE|DELETE|MATERIALIZE|MODIFY\s+COLUMN|DROP\s+COLUMN|CLEAR)\b/i))
      return 'mutation'
    return 'schema-changed'
  }
  return 'audit-change'
}
