import type { Firing } from './alert.ts'

/** One line of the timeline: a rule and an object of a cluster, with all its firings. */
export interface FiringLine {
  key: string
  kind: Firing['kind']
  subject: string
  clusterName: string
  firings: Firing[]
}

/** The line that fired last is the first. Within a line the order stays. */
export function groupFirings(firings: readonly Firing[]): FiringLine[] {
  const lines = new Map<string, FiringLine>()
  for (const firing of firings) {
    const { kind, subject, clusterSlug, clusterName } = firing
    const key = JSON.stringify([kind, subject, clusterSlug])
    const line = lines.get(key)
    if (line) line.firings.push(firing)
    else lines.set(key, { key, kind, subject, clusterName, firings: [firing] })
  }
  return [...lines.values()]
}

/** A part of a period, as shares of it from 0 to 1. */
export interface Stretch {
  start: number
  length: number
}

/** The part of a span that is within a period; null where there is none. */
export function stretchOf(span: { from: Date; to: Date }, period: { from: Date; to: Date }): Stretch | null {
  const [startMs, endMs] = [period.from.getTime(), period.to.getTime()]
  const wholeMs = endMs - startMs
  const [fromMs, toMs] = [Math.max(startMs, span.from.getTime()), Math.min(endMs, span.to.getTime())]
  if (wholeMs <= 0 || fromMs > toMs) return null
  return { start: (fromMs - startMs) / wholeMs, length: (toMs - fromMs) / wholeMs }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const stepsMs = [hourMs, 3 * hourMs, 6 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 14 * dayMs, 28 * dayMs]

/** Times of the axis, in UTC: whole hours, days or weeks, at most `most`. */
export function listTicks(period: { from: Date; to: Date }, most: number): Date[] {
  const [startMs, endMs] = [period.from.getTime(), period.to.getTime()]
  const stepMs = stepsMs.find((step) => (endMs - startMs) / step <= most) ?? (endMs - startMs) / most
  const ticks: Date[] = []
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs <= endMs; atMs += stepMs)
    ticks.push(new Date(atMs))
  return ticks.slice(0, most)
}
