import { z } from 'zod'

/** Which partitions of a table are archived. */
export const archiveChoice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('partitions'),
    partitionIds: z.array(z.string().min(1).max(200)).min(1).max(1_000),
  }),
  z.object({ kind: z.literal('older-than'), days: z.number().int().min(0).max(36_500) }),
])
export type ArchiveChoice = z.infer<typeof archiveChoice>

/** Time in quarantine, in which queries already miss the rows and a person can still attach them. */
export const minGraceHours = 24
export const usualGraceHours = 7 * 24
export const maxGraceHours = 365 * 24

const dayMs = 24 * 3_600_000

/** The partitions of the choice. One without a date or time in its key is never old. */
export function isChosen(
  choice: ArchiveChoice,
  { partitionId, newestMs }: { partitionId: string; newestMs: number | null },
  nowMs: number,
): boolean {
  if (choice.kind === 'partitions') return choice.partitionIds.includes(partitionId)
  return newestMs !== null && newestMs < nowMs - choice.days * dayMs
}
