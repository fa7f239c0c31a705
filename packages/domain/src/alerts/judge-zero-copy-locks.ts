import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'

export interface OwnerlessLocks {
  database: string
  table: string
  nodes: readonly string[]
  /** Names of replicas that hold locks and that Keeper does not have for the table. */
  owners: readonly string[]
  locks: number
  evidence: AlertEvidence
}

/** @param least locks of a table from which on it is told. */
export function judgeZeroCopyLocks(found: readonly OwnerlessLocks[], least: number): AlertCondition[] {
  return found
    .filter(({ locks }) => locks >= least)
    .map(({ database, table, nodes, owners, locks, evidence }) =>
      makeCondition('zero-copy-locks', {
        subject: `${database}.${table}`,
        text: `${locks === 1 ? 'A zero-copy lock' : `${locks} zero-copy locks`} of ${database}.${table} ${locks === 1 ? 'belongs' : 'belong'} to no replica that Keeper has for it: ${owners.join(', ')}. While ${locks === 1 ? 'it stands, dropping that part' : 'they stand, dropping those parts'} removes no object.`,
        nodes: [...nodes],
        evidence: [evidence],
        table: { database, table },
      }),
    )
}
