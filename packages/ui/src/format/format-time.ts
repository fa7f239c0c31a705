import { unknownText } from './quantity.ts'

/** "just now", "12 s ago", "3 m ago", "5 h ago", "2 d ago"; the future reads "in 3 m". */
export function formatRelativeTime(at: Date | null | undefined, now: Date): string {
  if (!at || Number.isNaN(at.getTime())) return unknownText
  const deltaSeconds = Math.round((now.getTime() - at.getTime()) / 1000)
  // Future times are rounded to the nearest: a week less a second is not six days.
  const distance = formatDistance(Math.abs(deltaSeconds), deltaSeconds >= 0 ? Math.floor : Math.round)
  if (distance === '') return 'just now'
  return deltaSeconds >= 0 ? `${distance} ago` : `in ${distance}`
}

function formatDistance(seconds: number, round: (value: number) => number): string {
  if (seconds < 2) return ''
  if (seconds < 60) return `${seconds} s`
  const [minutes, hours] = [round(seconds / 60), round(seconds / 3_600)]
  if (minutes < 60) return `${minutes} m`
  if (hours < 24) return `${hours} h`
  return `${round(seconds / 86_400)} d`
}

/** "2026-11-21 02:44:10 UTC": one form for every operator, whatever the browser's zone. */
export function formatExactTime(at: Date | null | undefined): string {
  if (!at || Number.isNaN(at.getTime())) return unknownText
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
