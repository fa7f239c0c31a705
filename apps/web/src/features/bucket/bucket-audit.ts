import { drivenAuditStatuses } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type AuditSummary = RouterOutputs['bucketAudits']['list']['audits'][number]
export type AuditDetail = RouterOutputs['bucketAudits']['get']
export type TableInBucket = AuditDetail['tables'][number]
export type BucketPlace = RouterOutputs['bucketAudits']['places']['places'][number]
export type BucketFinding = RouterOutputs['bucketAudits']['findings']['findings'][number]
export type BucketLook = RouterOutputs['bucketAudits']['look']['data']
export type DiskInBucket = RouterOutputs['bucketAudits']['look']['data']['disks'][number]

export type ObjectInspection = RouterOutputs['bucketAudits']['object']['data']
export type PartInspection = RouterOutputs['bucketAudits']['part']['data']

export const auditLooks: Record<AuditSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Bucket and replicas are being read.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'It is being stopped.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Bucket and replicas were compared.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'It needs a person.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped. It tells nothing.' },
}

export const phaseWords: Record<AuditSummary['phase'], string> = {
  listing: 'Listing the bucket',
  reading: 'Reading what each replica needs',
  comparing: 'Comparing',
  confirming: 'Looking at each replica once more',
  ended: 'Done',
}

export const holdingWords: Record<TableInBucket['holding'], { word: string; meaning: string }> = {
  active: { word: 'active parts', meaning: 'What queries read.' },
  inactive: { word: 'inactive parts', meaning: 'Merged or mutated away; the server removes them by itself.' },
  unlisted: {
    word: 'unlisted parts',
    meaning: 'Parts that system.parts did not show: of a detached table, or removed while they were read.',
  },
  moving: { word: 'being moved', meaning: 'Parts on their way to the disk.' },
  temporary: { word: 'being written', meaning: 'Parts of inserts, merges and mutations under way.' },
  detached: { word: 'detached parts', meaning: 'Nobody reads them, and they cost as much as others.' },
  frozen: { word: 'frozen', meaning: 'Kept by FREEZE until SYSTEM UNFREEZE.' },
  other: { word: 'other files', meaning: 'Files of a table that belong to no part.' },
}

export const nodeLooks: Record<AuditDetail['nodes'][number]['status'], Look> = {
  waiting: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  reading: { tone: 'accent', word: 'reading', live: true, meaning: 'Reading.' },
  read: { tone: 'ok', word: 'read', live: false, meaning: 'All its files are known.' },
  failed: { tone: 'danger', word: 'not read', live: false, meaning: 'Nothing can be concluded without it.' },
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
  return drivenAuditStatuses.some((driven) => driven === status)
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

/** While a replica that may need any of them was not asked, nobody knows what is an orphan. */
export function countFindings(
  { findings, obstacle }: Pick<AuditDetail, 'findings' | 'obstacle'>,
  kind: BucketFinding['kind'],
): string {
  if (kind === 'orphan' && obstacle !== null) return 'unknown'
  const { orphans, missing, sizeDiffers, uploads } = findings
  const counts = { orphan: orphans, missing, size_differs: sizeDiffers, upload: uploads }
  return String(counts[kind].count)
}
