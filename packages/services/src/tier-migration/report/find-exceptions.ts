import type { TierMigrationProof } from '../export-proof.ts'

export interface ReportException {
  where: string
  what: string
}

const proofMeanings = {
  merged: 'The server merged parts during the move. Rows were compared instead of hashes.',
  changed:
    'A mutation, a drop or new inserts changed the data during the move. Before and after cannot be compared.',
  incomplete: 'Parts are not on the target.',
} as const

/** Whatever an auditor has to look at, in the order of the plan. Empty: everything arrived and is proved by hashes. */
export function findExceptions({ migration, steps }: TierMigrationProof): ReportException[] {
  const found: ReportException[] = []
  if (migration.status !== 'completed')
    found.push({
      where: 'The whole migration',
      what: `It is ${migration.status}.${migration.error === null ? '' : ` ${migration.error}`}`,
    })
  for (const step of steps) {
    const add = (what: string) =>
      found.push({ where: `Partition ${step.partition} on ${step.nodeName}`, what })
    if (step.status !== 'completed') add(`${step.status}.${step.error === null ? '' : ` ${step.error}`}`)
    if (step.endReason)
      add(
        `The step ${step.notFetched > 0 ? 'ended' : 'may have ended'} without all parts of its shard. ${step.endReason}`,
      )
    if (step.proof !== null && step.proof !== 'identical') add(proofMeanings[step.proof])
    if (step.deepCheckVerdict === 'passed' && step.deepCheck?.comparison !== 'equal')
      add(`Deep check: ${step.deepCheck?.reason ?? 'before and after were not compared.'}`)
    if (step.wastedBytes > 0n) add(`Failed statements uploaded ${step.wastedBytes} bytes.`)
    const failed = step.statements.filter(({ status }) => status === 'failed' || status === 'unknown')
    if (failed.length > 0)
      add(`${failed.length} of ${step.statements.length} statements failed: ${failed[0]?.error ?? ''}`)
  }
  return found
}
