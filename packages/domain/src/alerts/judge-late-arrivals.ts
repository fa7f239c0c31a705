import { sizeText } from '../text/size-text.ts'
import { groupLateArrivals, type LateArrival } from '../tier-migration/late-arrivals.ts'
import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'

/** Groups late arrivals by the migration that preceded them. */
export function judgeLateArrivals(
  arrivals: readonly LateArrival[],
  evidenceOf: (node: string, own: readonly LateArrival[]) => AlertEvidence,
): AlertCondition[] {
  return groupLateArrivals(arrivals).map((own) => {
    const [{ migrationId, database, table, partitionId }] = own
    const nodes = [...new Set(own.map(({ node }) => node))].sort()
    const volumes = [...new Set(own.map(({ toVolume }) => `'${toVolume}'`))].join(', ')
    const partitions = new Set(own.map((each) => each.partitionId)).size
    const parts = own.reduce((sum, each) => sum + each.parts, 0)
    const bytes = own.reduce((sum, each) => sum + each.bytes, 0n)
    return makeCondition('late-arrivals', {
      subject: `${database}.${table} (${migrationId.slice(0, 8)})`,
      text: `${parts} ${parts === 1 ? 'part' : 'parts'} of ${database}.${table} with ${sizeText(bytes)} arrived after a tier migration had moved ${partitions === 1 ? `partition ${partitionId}` : `${partitions} partitions`} to ${volumes}, and ${parts === 1 ? 'is' : 'are'} not there, on ${nodes.join(', ')}.`,
      nodes,
      evidence: nodes.map((node) =>
        evidenceOf(
          node,
          own.filter((each) => each.node === node),
        ),
      ),
      table: { database, table },
      migrationId,
    })
  })
}
