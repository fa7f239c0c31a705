import { z } from 'zod'
import { choice, decimalNumber, fault } from '@/form/field-schemas.ts'
import type { DiskInBucket } from '../bucket-audit.ts'

export interface PlaceChoice {
  key: string
  sourceId: string
  sourceName: string
  bucket: string
  disks: DiskInBucket[]
}

/** The buckets of the disks, each once. */
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

/** Which bucket, below which prefixes, and how old an object must be before it is judged. */
export const auditForm = z
  .object({
    /** Key of a choice; empty: none. */
    place: z.string(),
    /** One per line; null: those of the disks. */
    prefixes: z.string().nullable(),
    graceHours: decimalNumber(0, 8_760, 'Enter 0 to 8760 hours.'),
    limitHours: decimalNumber(0.1, 48, 'Enter 0.1 to 48 hours.'),
    /** Ids of other clusters. */
    leaveOut: choice<ReadonlySet<string>>(),
    choices: choice<readonly PlaceChoice[]>(),
  })
  .superRefine(({ place, prefixes, choices }, context) => {
    const lines = linesOf(prefixes)
    if (!choices.some(({ key }) => key === place)) fault(context, ['place'], 'Choose the bucket.')
    if (lines.length === 0) fault(context, ['prefixes'], 'Enter at least one prefix.')
    else if (lines.some((line) => !line.endsWith('/')))
      fault(context, ['prefixes'], 'Prefixes must end with a slash.')
  })
  .transform(({ place, prefixes, graceHours, limitHours, leaveOut, choices }) => {
    const { sourceId = '', bucket = '' } = choices.find(({ key }) => key === place) ?? {}
    return {
      ...{ sourceId, bucket, prefixes: linesOf(prefixes), leaveOut: [...leaveOut] },
      ...{ graceMinutes: Math.round(graceHours * 60), timeLimitMinutes: Math.round(limitHours * 60) },
    }
  })

function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
