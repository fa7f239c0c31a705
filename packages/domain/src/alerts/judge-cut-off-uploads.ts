import { groupBy } from '../group-by.ts'
import { sizeText } from '../text/size-text.ts'
import { type AlertCondition, type AlertEvidence, makeCondition } from './alert-condition.ts'

/** An upload to a disk shared by replicas that was cut off because its server stopped. */
export interface WatchedUpload {
  migrationId: string
  database: string
  table: string
  node: string
  partitionId: string
  /** Size of the upload, which is the upper bound of what it left behind. */
  bytes: bigint
  /** What the latest audit that covers this time found of it. Null: no audit covers it. */
  found: { objects: number; byLog: number; bytes: bigint; costPerMonth: number } | null
}

/** Groups by tier migration. Skips uploads of which an audit found nothing, or whose objects a removal deleted. */
export function judgeCutOffUploads<Upload extends WatchedUpload>(
  uploads: readonly Upload[],
  currency: string,
  evidenceOf: (node: string, own: readonly Upload[]) => AlertEvidence,
): AlertCondition[] {
  const left = uploads.filter(({ found }) => found === null || found.objects > 0)
  return [...groupBy(left, ({ migrationId }) => migrationId).values()].map((own) => {
    const [{ migrationId, database, table, partitionId }] = own
    const nodes = [...new Set(own.map(({ node }) => node))].sort()
    const partitions = new Set(own.map((upload) => upload.partitionId)).size
    return makeCondition('interrupted-uploads', {
      subject: `${database}.${table} (${migrationId.slice(0, 8)})`,
      text: `${nodes.join(', ')} stopped while ${nodes.length === 1 ? 'it' : 'they'} uploaded ${partitions === 1 ? `partition ${partitionId}` : `${partitions} partitions`} of ${database}.${table} to a disk that replicas share. ClickHouse does not remove what was uploaded. ${describeLeft(own, currency)}`,
      // The objects remain whether or not the node is reachable.
      nodes: [],
      evidence: nodes.map((node) =>
        evidenceOf(
          node,
          own.filter((upload) => upload.node === node),
        ),
      ),
      table: { database, table },
      migrationId,
    })
  })
}

function describeLeft(own: readonly WatchedUpload[], currency: string): string {
  const found = own.flatMap((upload) => upload.found ?? [])
  const open = own.filter((upload) => upload.found === null)
  const sentences: string[] = []
  if (found.length > 0) {
    const objects = found.reduce((sum, each) => sum + each.objects, 0)
    const bytes = found.reduce((sum, each) => sum + each.bytes, 0n)
    const byLog = found.reduce((sum, each) => sum + each.byLog, 0)
    const cost = found.reduce((sum, each) => sum + each.costPerMonth, 0)
    sentences.push(
      `An audit found ${objects} ${objects === 1 ? 'object' : 'objects'} of ${sizeText(bytes)} that no replica needs, about ${currency} ${cost.toFixed(2)} a month. ${byLog === objects ? 'The log of the server names all of them.' : `The log of the server names ${byLog} of them; the others were written during the upload.`} Remove them through the quarantine.`,
    )
  }
  if (open.length > 0)
    sentences.push(
      `Up to ${sizeText(open.reduce((sum, { bytes }) => sum + bytes, 0n))} may be left in the bucket${found.length > 0 ? ' besides' : ''}. Audit the bucket to find it.`,
    )
  return sentences.join(' ')
}
