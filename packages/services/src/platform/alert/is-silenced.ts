import type { AlertSilence } from '@frostline/db'

type Pattern = Pick<AlertSilence, 'clusterId' | 'kind' | 'subject'>
type Silence = Pattern & Pick<AlertSilence, 'until' | 'endedAt'>

interface Silenced {
  clusterId: string
  kind: string
  subject: string
}

/** The silence that holds longest over an alert now; undefined if there is none. */
export function findSilence<Each extends Silence>(
  alert: Silenced,
  silences: readonly Each[],
  now: Date,
): Each | undefined {
  return silences
    .filter((silence) => silence.endedAt === null && silence.until > now && silenceMatches(silence, alert))
    .sort((a, b) => b.until.getTime() - a.until.getTime())[0]
}

/** Whether a silence is about an alert, at any time. */
export function silenceMatches(silence: Pattern, alert: Silenced): boolean {
  return (
    (silence.clusterId === null || silence.clusterId === alert.clusterId) &&
    (silence.kind === null || silence.kind === alert.kind) &&
    (silence.subject === null || silence.subject === alert.subject)
  )
}
