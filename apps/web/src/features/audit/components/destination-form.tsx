'use client'
import { NumberField, SelectField, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useSources } from '@/features/sources/hooks/use-sources.ts'
import { FormEnd, FormFrame } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import { type Destination, type DestinationType, destinationNames } from '../destination.ts'
import { type DestinationDraft, destinationForm, draftOfDestination } from '../destination-draft.ts'

interface DestinationFormProps {
  type: DestinationType
  /** The existing destination; null for a new one. */
  destination: Destination | null
  onDone: () => void
}

export function DestinationForm({ type, destination, onDone }: DestinationFormProps) {
  const trpc = useTRPC()
  const form = useForm(destinationForm, () => draftOfDestination(type, destination))
  const after = { ...useRefetch(trpc.audit.pathKey()), onSuccess: onDone }
  const create = useMutation(trpc.audit.createDestination.mutationOptions(after))
  const update = useMutation(trpc.audit.updateDestination.mutationOptions(after))
  const save = destination ? update : create
  return (
    <FormFrame
      form={form}
      onSubmit={({ startAt, ...given }) =>
        destination ? update.mutate({ id: destination.id, ...given }) : create.mutate({ ...given, startAt })
      }
    >
      <TextField {...form.field('name')} label="Name" maxLength={100} />
      {type === 'syslog' ? <SyslogFields form={form} /> : null}
      {type === 'webhook' ? <WebhookFields form={form} isNew={destination === null} /> : null}
      {type === 'bucket' ? <BucketFields form={form} /> : null}
      {destination ? null : (
        <SelectField
          {...form.field('startAt')}
          label="Send"
          options={[
            { value: 'beginning', label: 'All entries, from the oldest' },
            { value: 'now', label: 'Only new entries' },
          ]}
        />
      )}
      <FormEnd
        submit={destination ? 'Save destination' : 'Add destination'}
        busy={save.isPending}
        cancel={onDone}
        error={save.error}
        task={destination ? `change ${destination.name}` : `add the ${destinationNames[type]} destination`}
      />
    </FormFrame>
  )
}

interface FieldsProps {
  form: Fields<DestinationDraft>
}

const transports = [
  { value: 'tls', label: 'TLS' },
  { value: 'tcp', label: 'TCP, not encrypted' },
  { value: 'udp', label: 'UDP, not encrypted, losses stay unnoticed' },
] as const

function SyslogFields({ form }: FieldsProps) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField {...form.field('host')} mono label="Server" />
        <NumberField {...form.field('port')} label="Port" />
      </div>
      <SelectField {...form.field('transport')} label="Transport" options={transports} />
      {form.draft.transport === 'tls' ? (
        <TextField
          {...form.field('ca')}
          label="Certificate authority"
          hint="PEM. Only if the certificate of the server is not signed by a public authority."
          rows={4}
          mono
          optional
        />
      ) : null}
    </>
  )
}

function WebhookFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  return (
    <>
      <TextField {...form.field('url')} type="url" mono label="Address" hint="It begins with https://." />
      <TextField
        {...form.field('secret')}
        type="password"
        autoComplete="new-password"
        label="Signing secret"
        hint={
          isNew
            ? 'At least 16 characters. X-Frostline-Signature is t=seconds,v1=HMAC-SHA256 of “seconds.body”.'
            : 'Leave empty to keep the current one.'
        }
      />
    </>
  )
}

const locks = [
  { value: 'compliance', label: 'Compliance: nobody can delete objects before' },
  { value: 'governance', label: 'Governance: only with a special permission' },
  { value: 'none', label: 'No lock: objects can be changed and deleted' },
] as const

function BucketFields({ form }: FieldsProps) {
  const query = useSources()
  const sources = query.data?.sources ?? []
  return (
    <>
      <SelectField
        {...form.field('sourceId')}
        label="Source"
        placeholder={placeholderFromQuery(query, 'the sources', 'Choose a source')}
        hint="Its endpoint and keys. Writing needs s3:PutObject and, with a lock, s3:PutObjectRetention."
        options={sources.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...form.field('bucket')} mono label="Bucket" />
        <TextField {...form.field('prefix')} mono label="Prefix" />
      </div>
      <SelectField {...form.field('lock')} label="Object lock" options={locks} />
      <div className="grid gap-3 sm:grid-cols-2">
        {form.draft.lock === 'none' ? null : (
          <NumberField {...form.field('retainDays')} label="Locked for (days)" />
        )}
        <NumberField
          {...form.field('everySeconds')}
          label="New object after (seconds)"
          hint="Or after 500 entries."
        />
      </div>
    </>
  )
}
