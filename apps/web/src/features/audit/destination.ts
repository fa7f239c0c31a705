import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Destination = RouterOutputs['audit']['destinations']['destinations'][number]
export type DestinationType = Destination['type']

export const destinationNames: Record<DestinationType, string> = {
  syslog: 'Syslog',
  webhook: 'Webhook',
  bucket: 'S3 bucket',
}

export const stateLooks: Record<Destination['state'], { tone: Tone; label: string }> = {
  current: { tone: 'ok', label: 'up to date' },
  sending: { tone: 'accent', label: 'sending' },
  failing: { tone: 'danger', label: 'failing' },
  paused: { tone: 'neutral', label: 'paused' },
}
