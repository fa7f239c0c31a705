import { isDrivenRun } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { runLooks } from '../run/run-looks.ts'

export type AuditSummary = RouterOutputs['bucketAudits']['list']['audits'][number]
export type AuditDetail = RouterOutputs['bucketAudits']['get']
export type TableInBucket = AuditDetail['tables'][number]
export type BucketPlace = RouterOutputs['bucketAudits']['places']['places'][number]
export type BucketFinding = RouterOutputs['bucketAudits']['findings']['findings'][number]
export type BucketDisks = RouterOutputs['bucketAudits']['look']['data']
export type DiskInBucket = RouterOutputs['bucketAudits']['look']['data']['disks'][number]

export type ObjectInspection = RouterOutputs['bucketAudits']['object']['data']
export type PartInspection = RouterOutputs['bucketAudits']['part']['data']

export const auditLooks = runLooks({
  running: 'Reading the bucket and the replicas.',
  cancelled: 'Cancelled. No result.',
})

export const phaseWords: Record<AuditSummary['phase'], string> = {
  listing: 'Listing the bucket',
  reading: 'Reading what each replica needs',
  comparing: 'Comparing',
  confirming: 'Reading each replica again',
  ended: 'Done',
}

export const holdingWords: Record<TableInBucket['holding'], { word: string; meaning: string }> = {
  active: { word: 'active parts', meaning: 'Used by queries.' },
  inactive: { word: 'inactive parts', meaning: 'Replaced by merges or mutations. The server removes them.' },
  unlisted: {
    word: 'unlisted parts',
    meaning: 'Not in system.parts: parts of a detached table, or parts removed during the audit.',
  },
  moving: { word: 'being moved', meaning: 'Parts being moved to the disk.' },
  temporary: { word: 'being written', meaning: 'Parts of running inserts, merges and mutations.' },
  detached: { word: 'detached parts', meaning: 'Not used by queries. They cost as much as active parts.' },
  frozen: { word: 'frozen', meaning: 'Kept by FREEZE until SYSTEM UNFREEZE.' },
  other: { word: 'other files', meaning: 'Table files that belong to no part.' },
}

const nodeLooks: Record<AuditDetail['nodes'][number]['status'], Look> = {
  waiting: look('neutral', 'waiting', 'Not started yet.'),
  reading: look('accent', 'reading', 'Reading.', true),
  read: look('ok', 'read', 'All files read.'),
  failed: look('danger', 'not read', 'The audit cannot conclude without this replica.'),
}

/** After an audit has ended no replica is being read any more. One that failed because of a replica names it. */
export function lookOfNode(
  audit: Pick<AuditSummary, 'status'>,
  { status }: Pick<AuditDetail['nodes'][number], 'status'>,
): Look {
  if (isActiveAudit(audit) || status === 'read') return nodeLooks[status]
  return status === 'failed' && audit.status !== 'cancelled'
    ? nodeLooks.failed
    : look('neutral', 'not read', 'The audit ended before it was read.')
}

export const stateWords: Record<ObjectInspection['files'][number]['state'], string> = {
  part: 'part',
  moving: 'part being moved',
  temporary: 'part being written',
  detached: 'detached part',
  frozen: 'frozen part',
  other: 'no part',
}

export function isActiveAudit({ status }: Pick<AuditSummary, 'status'>): boolean {
  return isDrivenRun(status)
}

/** A table that no node lists has no name. */
export function nameOfTable({
  database,
  table,
  tableUuid,
}: Pick<TableInBucket, 'database' | 'table' | 'tableUuid'>) {
  if (table !== '') return `${database}.${table}`
  return tableUuid === '' ? 'no table' : tableUuid
}

/** While a replica that may need them was not read, it is unknown which are orphans. */
export function countFindings(
  { findings, obstacle }: Pick<AuditDetail, 'findings' | 'obstacle'>,
  kind: BucketFinding['kind'],
): string {
  if (kind === 'orphan' && obstacle !== null) return 'unknown'
  const { orphans, missing, sizeDiffers, uploads } = findings
  const counts = { orphan: orphans, missing, size_differs: sizeDiffers, upload: uploads }
  return String(counts[kind].count)
}
