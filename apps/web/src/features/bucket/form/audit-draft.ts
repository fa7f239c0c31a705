import { readDecimal } from '@frostline/ui'
import type { DiskInBucket } from '../bucket-audit.ts'

export interface AuditDraft {
  /** Key of a choice. Empty: none. */
  place: string
  /** One a line. */
  prefixes: string
  graceHours: string
  limitHours: string
  /** Ids of other clusters. */
  leaveOut: ReadonlySet<string>
}

export interface PlaceChoice {
  key: string
  sourceId: string
  sourceName: string
  bucket: string
  disks: DiskInBucket[]
}

/** The buckets that disks lie in, each once. */
export function choosablePlaces(disks: readonly DiskInBucket[]): PlaceChoice[] {
  const choices = new Map<string, PlaceChoice>()
  for (const disk of disks) {
    if (!disk.place) continue
    const key = JSON.stringify([disk.place.sourceId, disk.place.bucket])
    const choice = choices.get(key) ?? { key, ...disk.place, disks: [] }
    choice.disks.push(disk)
    choices.set(key, choice)
  }
  return [...choices.values()]
}

export function prefixesOf({ disks }: PlaceChoice): string {
  return [...new Set(disks.flatMap(({ prefixes }) => prefixes))].sort().join('\n')
}

export interface AuditInput {
  sourceId: string
  bucket: string
  prefixes: string[]
  graceMinutes: number
  timeLimitMinutes: number
  leaveOut: string[]
}

/** What to send, or what is wrong by field. */
export function readDraft(
  draft: AuditDraft,
  choices: readonly PlaceChoice[],
): { input: AuditInput } | { faults: Partial<Record<keyof AuditDraft, string>> } {
  const faults: Partial<Record<keyof AuditDraft, string>> = {}
  const choice = choices.find(({ key }) => key === draft.place)
  if (!choice) faults.place = 'Choose the bucket.'
  const prefixes = draft.prefixes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (prefixes.length === 0) faults.prefixes = 'Enter at least one prefix.'
  else if (prefixes.some((line) => !line.endsWith('/'))) faults.prefixes = 'Prefixes must end with a slash.'
  const grace = readDecimal(draft.graceHours)
  if (!(grace <= 8_760)) faults.graceHours = 'Enter 0 to 8760 hours.'
  const limit = readDecimal(draft.limitHours)
  if (!(limit >= 0.1 && limit <= 48)) faults.limitHours = 'Enter 0.1 to 48 hours.'
  if (!choice || Object.keys(faults).length > 0) return { faults }
  const { sourceId, bucket } = choice
  return {
    input: {
      ...{ sourceId, bucket, prefixes },
      ...{ graceMinutes: Math.round(grace * 60), timeLimitMinutes: Math.round(limit * 60) },
      leaveOut: [...draft.leaveOut],
    },
  }
}
