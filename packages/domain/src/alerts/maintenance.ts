import type { TimeWindow } from '../time-window/time-window.ts'
import { isWindowOpen, nextWindowOpening, windowClosing } from '../time-window/window-changes.ts'
import type { AlertKind } from './alert-rule.ts'

/** From `fromMs` to before `toMs`. */
export interface MaintenanceSpan {
  fromMs: number
  toMs: number
}

/** Alerts that match are recorded but not sent while it is open. An empty list matches all. */
export interface MaintenanceWindow {
  clusterIds: readonly string[]
  nodes: readonly string[]
  kinds: readonly AlertKind[]
  schedule: ({ type: 'once' } & MaintenanceSpan) | { type: 'weekly'; window: TimeWindow }
  createdAtMs: number
  /** When a person ended it; null if nobody has. */
  endedAtMs: number | null
}

/** What a window decides by. */
export interface MaintainedAlert {
  kind: AlertKind
  subject: string
  clusterId: string
  nodes: readonly string[]
}

/** Whether a window is about an alert, at any time. */
export function concernsAlert(window: MaintenanceWindow, alert: MaintainedAlert): boolean {
  return (
    isIn(window.clusterIds, alert.clusterId) &&
    isIn(window.kinds, alert.kind) &&
    (window.nodes.length === 0 || areAllIn(window.nodes, nodesOf(alert)))
  )
}

/** The first window that holds back an alert now. */
export function findMaintenance<Window extends MaintenanceWindow>(
  alert: MaintainedAlert,
  windows: readonly Window[],
  nowMs: number,
): Window | undefined {
  return windows.find((window) => concernsAlert(window, alert) && isMaintenanceOpen(window, nowMs))
}

export function isMaintenanceOpen(window: MaintenanceWindow, atMs: number): boolean {
  if (atMs < window.createdAtMs || (window.endedAtMs !== null && atMs >= window.endedAtMs)) return false
  const { schedule } = window
  return schedule.type === 'once'
    ? schedule.fromMs <= atMs && atMs < schedule.toMs
    : isWindowOpen(schedule.window, atMs)
}

/** When the window that is open now closes; null if it never does, or is closed now. */
export function maintenanceClosing(window: MaintenanceWindow, nowMs: number): number | null {
  if (!isMaintenanceOpen(window, nowMs)) return null
  const { schedule } = window
  return schedule.type === 'once' ? schedule.toMs : windowClosing(schedule.window, nowMs)
}

/** When the window opens next; null if it never does. */
export function nextMaintenance(window: MaintenanceWindow, nowMs: number): number | null {
  if (window.endedAtMs !== null) return null
  const { schedule } = window
  if (schedule.type === 'weekly') return nextWindowOpening(schedule.window, nowMs)
  return schedule.fromMs > nowMs ? schedule.fromMs : null
}

/** When the window was open within a period, in order. */
export function maintenanceSpans(window: MaintenanceWindow, fromMs: number, toMs: number): MaintenanceSpan[] {
  const firstMs = Math.max(fromMs, window.createdAtMs)
  const lastMs = Math.min(toMs, window.endedAtMs ?? toMs)
  const { schedule } = window
  if (schedule.type === 'once') {
    const span = { fromMs: Math.max(firstMs, schedule.fromMs), toMs: Math.min(lastMs, schedule.toMs) }
    return span.fromMs < span.toMs ? [span] : []
  }
  const spans: MaintenanceSpan[] = []
  let openMs = isWindowOpen(schedule.window, firstMs) ? firstMs : nextWindowOpening(schedule.window, firstMs)
  while (openMs !== null && openMs < lastMs) {
    const closeMs = windowClosing(schedule.window, openMs)
    spans.push({ fromMs: openMs, toMs: Math.min(lastMs, closeMs ?? lastMs) })
    openMs = closeMs === null ? null : nextWindowOpening(schedule.window, closeMs)
  }
  return spans
}

/** An unreachable node is the subject of its alert. Its list of nodes is empty, because they cannot show it. */
function nodesOf({ kind, subject, nodes }: MaintainedAlert): readonly string[] {
  return kind === 'node-unreachable' ? [subject] : nodes
}

/** An alert that other nodes show too is not held back. */
function areAllIn(list: readonly string[], values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => list.includes(value))
}

function isIn<Value>(list: readonly Value[], value: Value): boolean {
  return list.length === 0 || list.includes(value)
}
