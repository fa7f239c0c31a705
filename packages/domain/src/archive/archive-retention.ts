import { z } from 'zod'

export const retentionUnits = ['days', 'months'] as const

/** How long the files of an archive are kept after its drop. Then they are deleted. */
export const archiveRetention = z
  .object({ count: z.number().int().min(1).max(36_500), unit: z.enum(retentionUnits) })
  .refine(({ count, unit }) => count <= maxRetention[unit], 'Enter at most 36,500 days or 1,200 months.')
export type ArchiveRetention = z.infer<typeof archiveRetention>

export const maxRetention = { days: 36_500, months: 1_200 } as const

/** Nobody can have files deleted sooner than so long after setting it. */
export const retentionNoticeHours = 24

const hourMs = 3_600_000

/** When files expire that were dropped from the table at `droppedMs`. A month ends on the same day, or on its last. */
export function expiryOf(
  { count, unit }: ArchiveRetention,
  { droppedMs, setMs }: { droppedMs: number; setMs: number },
): number {
  const kept = unit === 'days' ? droppedMs + count * 24 * hourMs : addMonths(droppedMs, count)
  return Math.max(kept, setMs + retentionNoticeHours * hourMs)
}

function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return Date.UTC(year, month, day) + (fromMs % (24 * hourMs))
}

/** When restored rows are removed again, which were all compared at `provedAt`. Null: they stay. */
export function removalOf(keepDays: number | null, provedAt: Date): Date | null {
  return keepDays === null ? null : new Date(provedAt.getTime() + keepDays * 24 * hourMs)
}

/** "90 days", "1 month". */
export function describeRetention({ count, unit }: ArchiveRetention): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? unit.slice(0, -1) : unit}`
}
