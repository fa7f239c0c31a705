import type { RunKind } from '@frostline/domain'
import type { Transaction } from '../transaction.ts'

/** The claim of a run on a thing of a cluster, such as a table. */
export function claimKeyOf(kind: RunKind, clusterId: string, ...names: string[]): string {
  return `${kind} ${clusterId} ${JSON.stringify(names)}`
}

const startSpace = 72_707_380

/** For claims that no key can express: until the transaction ends only one run of the kind is stored. */
export async function holdStarts(tx: Transaction, kind: RunKind): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${startSpace}::int4, hashtext(${kind}))`
}
