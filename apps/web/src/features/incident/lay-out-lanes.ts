import { type IncidentLane, incidentLanes, type Unit } from '@frostline/domain'
import type { IncidentLine, IncidentMark } from './hooks/use-incident.ts'

export const laneLabels: Record<IncidentLane, string> = {
  latency: 'Query latency',
  failures: 'Failures',
  changes: 'Runs and changes',
  alerts: 'Alerts',
  nodes: 'Nodes',
  store: 'Object storage',
  cache: 'Filesystem cache',
  moves: 'Moves and fetches',
  merges: 'Merges and mutations',
  parts: 'Parts',
  disks: 'Disks',
  replication: 'Replication',
}

/** Lines of one measure: they share an axis. */
export interface Track {
  measure: IncidentLine['measure']
  noun: string
  unit: Unit
  lines: IncidentLine[]
  /** The greatest value of all lines. */
  top: number
}

export interface Lane {
  lane: IncidentLane
  tracks: Track[]
  marks: IncidentMark[]
}

const maxLines = 6

/** What has something to show, in the fixed order of lanes; and the names of the others. */
export function layOutLanes(
  series: readonly IncidentLine[],
  marks: readonly IncidentMark[],
): { lanes: Lane[]; quiet: IncidentLane[] } {
  const all = incidentLanes.map((lane): Lane => {
    const byMeasure = new Map<string, Track>()
    for (const line of series) {
      const top = Math.max(0, ...line.values.filter((value) => value !== null))
      if (line.lane !== lane || (top === 0 && line.unit !== 'ratio')) continue
      if (line.values.every((value) => value === null)) continue
      const track = byMeasure.get(line.measure) ?? {
        ...{ measure: line.measure, noun: line.noun, unit: line.unit, lines: [], top: 0 },
      }
      track.lines.push(line)
      track.top = Math.max(track.top, top)
      byMeasure.set(line.measure, track)
    }
    const tracks = [...byMeasure.values()].map((track) => ({ ...track, lines: strongest(track.lines) }))
    return { lane, tracks, marks: marks.filter((mark) => mark.lane === lane) }
  })
  const isQuiet = ({ tracks, marks: own }: Lane) => tracks.length === 0 && own.length === 0
  return {
    lanes: all.filter((lane) => !isQuiet(lane)),
    quiet: all.filter(isQuiet).map(({ lane }) => lane),
  }
}

function strongest(lines: readonly IncidentLine[]): IncidentLine[] {
  const peak = ({ values }: IncidentLine) => Math.max(0, ...values.filter((value) => value !== null))
  return lines.toSorted((a, b) => peak(b) - peak(a)).slice(0, maxLines)
}

/** Path of a line in a box of 1000 × 100, broken where nothing was measured. A lone point is a short dash. */
export function drawLine(line: IncidentLine, span: { fromMs: number; toMs: number }, top: number): string {
  const x = (index: number) =>
    ((line.fromMs + (index + 0.5) * line.stepMs - span.fromMs) / (span.toMs - span.fromMs)) * 1000
  const y = (value: number) => 96 - (top > 0 ? value / top : 0) * 90
  let path = ''
  let open = false
  for (const [index, value] of line.values.entries()) {
    if (value === null) {
      open = false
      continue
    }
    const at = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    const isAlone = !open && line.values[index + 1] == null
    path += isAlone ? `M${at}h2` : `${open ? 'L' : 'M'}${at}`
    open = true
  }
  return path
}

/** What was measured at a time, the greatest first. Empty: nothing was. */
export function linesAt({ lines }: Track, atMs: number): { subject: string; label: string; value: number }[] {
  return lines
    .flatMap(({ subject, label, fromMs, stepMs, values }) => {
      const value = values[Math.floor((atMs - fromMs) / stepMs)]
      return value == null ? [] : [{ subject, label, value }]
    })
    .toSorted((a, b) => b.value - a.value)
}

/** The greatest value of the lines at a time. Null: nothing was measured. */
export function valueAt(track: Track, atMs: number): number | null {
  return linesAt(track, atMs)[0]?.value ?? null
}

/** Marks that last over a time, or are within a hundredth of the range of it. */
export function marksAt(
  marks: readonly IncidentMark[],
  atMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): IncidentMark[] {
  const nearMs = (toMs - fromMs) / 100
  return marks.filter((mark) => mark.fromMs - nearMs <= atMs && (mark.toMs ?? mark.fromMs) + nearMs >= atMs)
}
