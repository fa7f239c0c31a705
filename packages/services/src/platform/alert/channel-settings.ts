import type { AlertChannelType, SecretPlace } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { explainTarget, loopbackExempt } from '../net/explain-address.ts'
import { explainSecureTarget } from '../net/explain-secure-target.ts'
import { type ChannelSettings, type ChannelSettingsInput, channelSettings } from './channel-schema.ts'

export function readChannelSettings(row: { type: AlertChannelType; config: unknown }): ChannelSettings {
  return channelSettings.parse({ ...(row.config as object), type: row.type })
}

/** The two columns of a channel that is not secret. */
export function storeChannelSettings({ type, ...config }: ChannelSettings): {
  type: AlertChannelType
  config: object
} {
  return { type, config }
}

export function channelSecretPlace(channelId: string): SecretPlace {
  return { purpose: 'alert channel secret', rowId: channelId }
}

/** What is stored of an input. Of a Slack or Teams address only the host: without an address the host known before. */
export function settingsOf(input: ChannelSettingsInput, before?: ChannelSettings): ChannelSettings {
  const { secret, ...settings } = input
  if (settings.type !== 'slack' && settings.type !== 'teams') return settings
  const known = before?.type === settings.type ? before.host : ''
  return { type: settings.type, host: secret === '' ? known : hostOf(secret) }
}

/** @throws ServiceError `invalid` for a forbidden address. */
export function refuseTarget(settings: ChannelSettings): void {
  const fault =
    settings.type === 'webhook'
      ? explainTarget(settings.url, loopbackExempt)
      : settings.type === 'pagerduty' || settings.type === 'opsgenie'
        ? explainSecureTarget(settings.baseUrl, loopbackExempt)
        : null
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Enter another address.' })
}

const secretRules = {
  webhook: {
    fits: /^.{16,500}$/s,
    fault: 'The signing secret has fewer than 16 or more than 500 characters.',
  },
  email: { fits: /^.{0,500}$/s, fault: 'The password has more than 500 characters.' },
  pagerduty: {
    fits: /^[\w-]{16,100}$/,
    fault: 'This is no integration key. It has 32 letters and digits.',
  },
  opsgenie: { fits: /^[\w-]{16,100}$/, fault: 'This is no API key. It has letters, digits and hyphens.' },
} as const

/** @throws ServiceError `invalid` for a secret that cannot be one of this type. */
export function refuseSecret(type: ChannelSettings['type'], secret: string): void {
  if (type === 'slack' || type === 'teams') {
    const fault = explainSecureTarget(secret, loopbackExempt)
    if (fault) throw new ServiceError('invalid', fault, { hint: 'Copy the address of the webhook again.' })
    return
  }
  const { fits, fault } = secretRules[type]
  if (!fits.test(secret)) throw new ServiceError('invalid', fault, { hint: 'Enter it again.' })
}

/**
 * For people: where messages go.
 * @param whole whether to include the path of a webhook, which may hold a token.
 */
export function describeTarget(settings: ChannelSettings, whole: boolean): string {
  switch (settings.type) {
    case 'webhook':
      return whole ? settings.url : hostOf(settings.url)
    case 'email':
      return `${settings.to.join(', ')} via ${settings.host}:${settings.port}`
    case 'slack':
    case 'teams':
      return settings.host
    case 'pagerduty':
    case 'opsgenie':
      return hostOf(settings.baseUrl)
  }
}

/** Where a stored secret is sent; null where it is not sent, or is the address itself. */
export function secretReceiver(settings: ChannelSettings): string | null {
  if (settings.type === 'email') return `${settings.host}:${settings.port}`
  if (settings.type === 'pagerduty' || settings.type === 'opsgenie') return new URL(settings.baseUrl).origin
  return null
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
