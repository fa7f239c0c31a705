import type { HistorySpan } from './choose-resolution.ts'

/** What one subject, such as a node, counted or held within one step. */
export interface SampledStep {
  subject: string
  /** Start of the step. */
  atMs: number
}

export interface HistoryPoint<Figures> {
  atMs: number
  /** Null where a subject is missing: a sum without it would look like a drop. */
  figures: Figures | null
  missing: string[]
}

export interface HistoryGap {
  subject: string
  fromMs: number
  toMs: number
}

/**
 * The history of one or more subjects on one axis. A step that is not over is left out while a subject is missing in it.
 * @param firstSeenMs of each subject: it is not expected before then. One without it is missing everywhere.
 * @param addUp the figures of all subjects in one step.
 */
export function layOutSteps<Step extends SampledStep, Figures>(
  steps: readonly Step[],
  firstSeenMs: ReadonlyMap<string, number | null>,
  { fromMs, toMs, stepMs, nowMs }: HistorySpan & { nowMs: number },
  addUp: (present: readonly Step[]) => Figures,
): { points: HistoryPoint<Figures>[]; gaps: HistoryGap[] } {
  const byTime = new Map<number, Step[]>()
  for (const step of steps) byTime.set(step.atMs, [...(byTime.get(step.atMs) ?? []), step])
  const points: HistoryPoint<Figures>[] = []
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const present = (byTime.get(atMs) ?? []).filter(({ subject }) => firstSeenMs.has(subject))
    const missing = [...firstSeenMs].flatMap(([subject, firstMs]) =>
      (firstMs === null || firstMs < atMs + stepMs) && present.every((step) => step.subject !== subject)
        ? [subject]
        : [],
    )
    if (missing.length > 0 && atMs + stepMs > nowMs) break
    const seen = missing.length === 0 && present.length > 0
    points.push({ atMs, figures: seen ? addUp(present) : null, missing })
  }
  return { points, gaps: findGaps(points, stepMs) }
}

/** Consecutive steps without the same subject form one gap. */
function findGaps(points: readonly HistoryPoint<unknown>[], stepMs: number): HistoryGap[] {
  const gaps: HistoryGap[] = []
  const open = new Map<string, HistoryGap>()
  for (const { atMs, missing } of points) {
    for (const subject of open.keys()) if (!missing.includes(subject)) open.delete(subject)
    for (const subject of missing) {
      const gap = open.get(subject)
      if (gap) gap.toMs = atMs + stepMs
      else {
        const begun = { subject, fromMs: atMs, toMs: atMs + stepMs }
        open.set(subject, begun)
        gaps.push(begun)
      }
    }
  }
  return gaps
}
