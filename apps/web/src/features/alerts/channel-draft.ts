import { z } from 'zod'
import { choice, fault, requiredText } from '@/form/field-schemas.ts'
import type { AlertChannel, ChannelType } from './alert.ts'

type Settings = NonNullable<AlertChannel['settings']>
type Tls = Extract<Settings, { type: 'email' }>['tls']

const baseUrls = { pagerduty: 'https://events.pagerduty.com', opsgenie: 'https://api.opsgenie.com' } as const

/** The fields of all types. */
const fields = z.object({
  ...{ type: choice<ChannelType>(), isNew: z.boolean(), enabled: z.boolean() },
  ...{ name: requiredText('Enter a name.'), secret: z.string().trim() },
  ...{ url: z.string().trim(), baseUrl: z.string().trim() },
  ...{ host: z.string().trim(), port: z.string(), tls: choice<Tls>(), username: z.string() },
  ...{ from: z.string().trim(), to: z.string() },
})

export type ChannelDraft = z.input<typeof fields>

/** The fields of other types are left out of the value. */
export const channelForm = fields
  .superRefine((draft, context) => {
    const need = (name: keyof typeof draft, message: string) => {
      if (draft[name] === '') fault(context, [name], message)
    }
    const { type, isNew } = draft
    if (type === 'webhook') need('url', 'Enter an address.')
    if (type === 'pagerduty' || type === 'opsgenie') need('baseUrl', 'Enter an address.')
    if (type === 'email') {
      need('host', 'Enter a server.')
      need('from', 'Enter an address.')
      need('to', 'Enter at least one address.')
    } else if (isNew) need('secret', secretFaults[type])
  })
  .transform((draft) => ({ name: draft.name, enabled: draft.enabled, settings: settingsOf(draft) }))

const secretFaults = {
  webhook: 'Enter a secret of at least 16 characters.',
  slack: 'Enter the address of the webhook.',
  teams: 'Enter the address of the webhook.',
  pagerduty: 'Enter the integration key.',
  opsgenie: 'Enter the API key.',
} as const

function settingsOf({ type, ...draft }: ChannelDraft) {
  const { secret, url, baseUrl, host, tls, username, from } = draft
  switch (type) {
    case 'webhook':
      return { type, url, secret }
    case 'slack':
    case 'teams':
      return { type, secret }
    case 'pagerduty':
    case 'opsgenie':
      return { type, baseUrl, secret }
    case 'email':
      return {
        ...{ type, host, port: Number(draft.port), tls, username, from, secret },
        to: draft.to.split(/[\s,;]+/).filter(Boolean),
      }
  }
}

/** For an existing channel, or for a new one of a type. */
export function draftOfChannel(type: ChannelType, channel: AlertChannel | null): ChannelDraft {
  const settings = channel?.settings ?? null
  const email = settings?.type === 'email' ? settings : null
  return {
    ...{ type, isNew: channel === null, enabled: channel?.enabled ?? true, name: channel?.name ?? '' },
    ...{ secret: '', url: settings?.type === 'webhook' ? settings.url : '' },
    baseUrl: settings && 'baseUrl' in settings ? settings.baseUrl : baseUrlOf(type),
    ...{ host: email?.host ?? '', port: String(email?.port ?? 587), tls: email?.tls ?? 'starttls' },
    ...{ username: email?.username ?? '', from: email?.from ?? '', to: email?.to.join(', ') ?? '' },
  }
}

function baseUrlOf(type: ChannelType): string {
  return type === 'pagerduty' || type === 'opsgenie' ? baseUrls[type] : ''
}
