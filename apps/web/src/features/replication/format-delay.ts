import { formatDuration } from '@frostline/ui'

/** Servers count delays in whole seconds. */
export function formatDelay(seconds: number): string {
  return seconds === 0 ? '0 s' : formatDuration(seconds * 1000)
}
