import { z } from 'zod'
import { choice, fault, requiredText, wholeNumber } from '@/form/field-schemas.ts'
import type { Destination, DestinationType } from './destination.ts'

type Settings = Destination['settings']
type Transport = Extract<Settings, { type: 'syslog' }>['transport']
type Lock = Extract<Settings, { type: 'bucket' }>['lock']

/** The fields of all types. */
const fields = z.object({
  ...{ type: choice<DestinationType>(), isNew: z.boolean(), name: requiredText('Enter a name.') },
  startAt: choice<'beginning' | 'now'>(),
  ...{ host: z.string().trim(), port: wholeNumber(1, 65_535), transport: choice<Transport>() },
  ca: z.string().trim(),
  ...{ url: z.string().trim(), secret: z.string().trim() },
  ...{ sourceId: z.string(), bucket: z.string().trim(), prefix: z.string().trim(), lock: choice<Lock>() },
  ...{ retainDays: wholeNumber(1, 36_500), everySeconds: wholeNumber(1, 3600) },
})
export type DestinationDraft = z.input<typeof fields>

/** The fields of other types are left out of the value. */
export const destinationForm = fields
  .superRefine((draft, context) => {
    const need = (name: 'host' | 'url' | 'sourceId' | 'bucket', message: string) => {
      if (draft[name] === '') fault(context, [name], message)
    }
    if (draft.type === 'syslog') need('host', 'Enter a server.')
    if (draft.type === 'webhook') {
      need('url', 'Enter an address.')
      if (draft.secret.length < 16 && (draft.isNew || draft.secret !== ''))
        fault(context, ['secret'], 'Enter a secret of at least 16 characters.')
    }
    if (draft.type === 'bucket') {
      need('sourceId', 'Choose a source.')
      need('bucket', 'Enter a bucket.')
    }
  })
  .transform((draft) => ({ name: draft.name, startAt: draft.startAt, settings: settingsOf(draft) }))

function settingsOf({ type, ...draft }: z.output<typeof fields>) {
  const { host, port, transport, ca, url, secret } = draft
  if (type === 'syslog') return { type, host, port, transport, ca: transport === 'tls' ? ca : '' }
  if (type === 'webhook') return { type, url, secret }
  const { sourceId, bucket, prefix, lock, retainDays, everySeconds } = draft
  return { type, sourceId, bucket, prefix, lock, retainDays, everySeconds }
}

/** For an existing destination, or for a new one of a type. */
export function draftOfDestination(type: DestinationType, destination: Destination | null): DestinationDraft {
  const settings = destination?.settings
  const syslog = settings?.type === 'syslog' ? settings : null
  const s3 = settings?.type === 'bucket' ? settings : null
  return {
    ...{ type, isNew: destination === null, name: destination?.name ?? '', startAt: 'beginning' },
    ...{ host: syslog?.host ?? '', port: String(syslog?.port ?? 6514) },
    ...{ transport: syslog?.transport ?? 'tls', ca: syslog?.ca ?? '' },
    ...{ url: settings?.type === 'webhook' ? settings.url : '', secret: '' },
    ...{ sourceId: s3?.sourceId ?? '', bucket: s3?.bucket ?? '', lock: s3?.lock ?? 'compliance' },
    ...{ prefix: s3?.prefix ?? 'frostline-audit/', retainDays: String(s3?.retainDays ?? 365) },
    everySeconds: String(s3?.everySeconds ?? 60),
  }
}
