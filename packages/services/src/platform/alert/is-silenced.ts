import type { AlertSilence } from '@frostline/db'

type Pattern = Pick<AlertSilence, 'clusterId' | 'kind' | 'subject' | 'until' | 'endedAt'>

/** The silence that holds longest over an alert now; undefined if there is none. */
export function findSilence<Silence extends Pattern>(
  alert: { clusterId: string; kind: string; subject: string },
  silences: readonly Silence[],
  now: Date,
): Silence | undefined {
  return silences
    .filter(
      (silence) =>
        silence.endedAt === null &&
        silence.until > now &&
        (silence.clusterId === null || silence.clusterId === alert.clusterId) &&
        (silence.kind === null || silence.kind === alert.kind) &&
        (silence.subject === null || silence.subject === alert.subject),
    )
    .sort((a, b) => b.until.getTime() - a.until.getTime())[0]
}
