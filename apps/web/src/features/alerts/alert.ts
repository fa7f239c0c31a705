import type { Tone } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type Alert = RouterOutputs['alerts']['list']['alerts'][number]
export type Delivery = Alert['deliveries'][number]
export type AlertRule = RouterOutputs['alerts']['rules']['rules'][number]
export type CustomRule = RouterOutputs['alerts']['customRules']['rules'][number]
export type AlertChannel = RouterOutputs['alerts']['channels']['channels'][number]
export type ChannelType = AlertChannel['type']
export type AlertRoute = RouterOutputs['alerts']['routes']['defaultRoute']
export type Maintenance = RouterOutputs['alerts']['maintenance']['windows'][number]
export type Firing = RouterOutputs['alerts']['history']['firings'][number]

/** In the order in which they are offered. */
export const channelNames: Readonly<Record<ChannelType, string>> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  email: 'Email',
  webhook: 'Webhook',
}

export function toneOf({ state, severity }: Pick<Alert, 'state' | 'severity'>): Tone {
  if (state === 'firing') return severity === 'critical' ? 'danger' : 'warn'
  return state === 'resolved' ? 'ok' : 'neutral'
}

export const deliveryTones: Record<Delivery['status'], Tone> = {
  waiting: 'accent',
  sent: 'ok',
  failed: 'danger',
}
