'use client'
import { Button, CheckboxField, ErrorState, Panel, RadioGroup, SelectField, TextField } from '@frostline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { FormEnd, FormFrame, focusFirstFault } from '@/form/form-frame.tsx'
import { type Fields, useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import type { Source } from '../source.ts'
import { draftOfSource, type SourceDraft, sourceForm } from '../source-draft.ts'
import { sourceTemplates } from '../source-templates.ts'
import { SourceReportView } from './source-report-view.tsx'

interface SourceFormProps {
  /** Null for a new one. */
  source: Source | null
  onSaved: (saved: Source) => void
}

/** A new source or a change of one, with a test of its connection. */
export function SourceForm({ source, onSaved }: SourceFormProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useForm(sourceForm, () => draftOfSource(source))
  const [kind, setKind] = useState<string | null>(null)
  const [testedAs, setTestedAs] = useState('')
  const handlers = {
    onSuccess: (saved: Source) => {
      void queryClient.invalidateQueries({ queryKey: trpc.sources.pathKey() })
      onSaved(saved)
    },
  }
  const test = useMutation(trpc.sources.testConnection.mutationOptions())
  const create = useMutation(trpc.sources.create.mutationOptions(handlers))
  const update = useMutation(trpc.sources.update.mutationOptions(handlers))
  const saving = source ? update : create
  const print = JSON.stringify(form.draft)
  return (
    <FormFrame
      form={form}
      label={source ? `Edit ${source.name}` : 'Add source'}
      onSubmit={(input) => (source ? update.mutate({ ...input, id: source.id }) : create.mutate(input))}
      className="max-w-240"
    >
      <Panel title="Store">
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('name')} label="Name" hint="Display name." maxLength={100} />
            <SelectField
              label="Kind of store"
              optional
              hint={sourceTemplates.find(({ value }) => value === kind)?.hint ?? 'Fills in typical values.'}
              value={kind}
              options={sourceTemplates.map(({ value, label }) => ({ value, label }))}
              onValueChange={(value) => {
                setKind(value)
                form.change(sourceTemplates.find((each) => each.value === value)?.patch ?? {})
              }}
            />
            <TextField
              {...form.field('endpoint')}
              mono
              optional
              label="Endpoint"
              hint="Leave empty for Amazon S3 in the region."
              placeholder="https://s3.example.com"
            />
            <TextField {...form.field('region')} mono label="Region" />
          </div>
          <TextField
            {...form.field('buckets')}
            mono
            rows={2}
            label="Buckets"
            hint="One per line. Only these buckets can be browsed and read."
          />
          <CheckboxField
            {...form.field('pathStyle')}
            label="Path style"
            hint="The console uses endpoint/bucket/key instead of bucket.endpoint/key. Nodes use path style for all endpoints except Amazon's."
          />
        </div>
      </Panel>
      <AuthFields form={form} source={source} />
      <Panel
        title="Test"
        description="From the console and from all nodes of all clusters. Nothing is saved."
      >
        <div className="flex flex-col gap-4">
          {test.data ? <SourceReportView report={test.data} outdated={testedAs !== print} /> : null}
          {test.error ? <ErrorState error={reportError(test.error, 'test it')} /> : null}
          <Button
            className="self-start"
            icon={<PlugZap aria-hidden />}
            busy={test.isPending}
            onClick={(event) => {
              form.showFaults()
              focusFirstFault(event.currentTarget)
              if (form.value === null) return
              setTestedAs(print)
              test.mutate(source ? { ...form.value, id: source.id } : form.value)
            }}
          >
            Test connection
          </Button>
        </div>
      </Panel>
      <FormEnd
        submit={source ? 'Save changes' : 'Add source'}
        busy={saving.isPending}
        cancel={routes.sources}
        error={saving.error}
        task="save the source"
      />
    </FormFrame>
  )
}

function AuthFields({ form, source }: { form: Fields<SourceDraft>; source: Source | null }) {
  const byCollection = form.draft.auth === 'collection'
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-4">
        <RadioGroup {...form.field('auth')} label="Authentication" options={ways} />
        {byCollection ? (
          <TextField
            {...form.field('collectionName')}
            mono
            label="Collection name"
            hint="Letters, digits, _, - and . It must exist on all nodes that read. You can create it on the page of the source."
          />
        ) : null}
        {form.draft.auth === 'environment' ? null : (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              {...form.field('accessKeyId')}
              mono
              optional={byCollection}
              label="Access key ID"
              hint={
                byCollection ? 'Leave empty if the collection is managed outside of Frostline.' : undefined
              }
            />
            <TextField
              {...form.field('secretAccessKey')}
              type="password"
              autoComplete="new-password"
              optional={byCollection}
              label="Secret access key"
              hint={
                source?.hasSecret
                  ? 'Leave empty to keep the stored one. Enter it again if you change the endpoint or the key ID.'
                  : 'Stored sealed and never shown again.'
              }
            />
          </div>
        )}
      </div>
    </Panel>
  )
}

const ways = [
  {
    value: 'keys',
    label: 'Access key',
    description:
      'Sealed here. Statements carry it as a bound parameter. query_log shows the key ID and hides the secret.',
  },
  {
    value: 'environment',
    label: "The servers' own credentials",
    description:
      'No keys. Nodes use their environment or role, if they allow queries to do so. The console uses its own environment to browse.',
  },
  {
    value: 'collection',
    label: 'Named collection',
    description:
      'Statements name a collection on the servers, and query_log does not show its values. With keys, the console creates it on all nodes and uses the keys to browse.',
  },
] as const
