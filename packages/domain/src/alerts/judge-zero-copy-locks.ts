import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'

export interface OwnerlessLocks {
  database: string
  table: string
  nodes: readonly string[]
  /** Replica names that hold locks but no longer exist in Keeper for the table. */
  owners: readonly string[]
  locks: number
  evidence: AlertEvidence
}

/** @param least minimum number of locks of a table to report. */
export function judgeZeroCopyLocks(found: readonly OwnerlessLocks[], least: number): AlertCondition[] {
  return found
    .filter(({ locks }) => locks >= least)
    .map(({ database, table, nodes, owners, locks, evidence }) =>
      makeCondition('zero-copy-locks', {
        subject: `${database}.${table}`,
        text: `${locks === 1 ? 'A zero-copy lock' : `${locks} zero-copy locks`} of ${database}.${table} ${locks === 1 ? 'belongs' : 'belong'} to no replica that Keeper has for it: ${owners.join(', ')}. While ${locks === 1 ? 'it exists, dropping that part' : 'they exist, dropping those parts'} removes no objects.`,
        nodes: [...nodes],
        evidence: [evidence],
        table: { database, table },
      }),
    )
}
