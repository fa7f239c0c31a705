import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Alert = RouterOutputs['alerts']['list']['alerts'][number]
export type Delivery = Alert['deliveries'][number]
export type AlertRule = RouterOutputs['alerts']['rules']['rules'][number]
export type AlertChannel = RouterOutputs['alerts']['channels']['channels'][number]
export type WebhookChannel = Extract<AlertChannel, { type: 'webhook' }>
export type EmailChannel = Extract<AlertChannel, { type: 'email' }>

export function toneOf({ state, severity }: Pick<Alert, 'state' | 'severity'>): Tone {
  if (state === 'firing') return severity === 'critical' ? 'danger' : 'warn'
  return state === 'resolved' ? 'ok' : 'neutral'
}

export const deliveryTones: Record<Delivery['status'], Tone> = {
  waiting: 'accent',
  sent: 'ok',
  failed: 'danger',
}
