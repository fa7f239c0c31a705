'use client'
import {
  Button,
  buttonClasses,
  Checkbox,
  ErrorState,
  Field,
  Input,
  Panel,
  Select,
  Textarea,
} from '@frostline/ui'
import { PlugZap } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { routes } from '@/navigation/routes.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useSourceForm } from '../hooks/use-source-form.ts'
import type { Source } from '../source.ts'
import { sourceTemplates } from '../source-templates.ts'
import { SourceAuthFields } from './source-auth-fields.tsx'
import { SourceReportView } from './source-report-view.tsx'

interface SourceFormProps {
  /** Null for a new one. */
  source: Source | null
  onSaved: (saved: Source) => void
}

export function SourceForm({ source, onSaved }: SourceFormProps) {
  const form = useSourceForm(source, onSaved)
  const { draft, change, faults } = form
  const [kind, setKind] = useState<string | null>(null)
  const template = sourceTemplates.find(({ value }) => value === kind)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.save()
    focusFirstFault(event.currentTarget)
  }
  return (
    <form
      method="post"
      noValidate
      aria-label={source ? `Edit ${source.name}` : 'Add source'}
      onSubmit={submit}
      className="flex min-w-0 max-w-240 flex-col gap-4"
    >
      <Panel title="Store">
        <div className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" hint="Display name." error={faults.name}>
              <Input
                value={draft.name}
                onValueChange={(name) => change({ name })}
                autoComplete="off"
                maxLength={100}
              />
            </Field>
            <Field label="Kind of store" optional hint={template?.hint ?? 'Fills in typical values.'}>
              <Select
                value={kind}
                options={sourceTemplates.map(({ value, label }) => ({ value, label }))}
                onValueChange={(value) => {
                  setKind(value)
                  change(sourceTemplates.find((each) => each.value === value)?.patch ?? {})
                }}
              />
            </Field>
            <Field
              label="Endpoint"
              optional
              hint="Leave empty for Amazon S3 in the region."
              error={faults.endpoint}
            >
              <Input
                mono
                value={draft.endpoint}
                onValueChange={(endpoint) => change({ endpoint })}
                placeholder="https://s3.example.com"
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field label="Region" error={faults.region}>
              <Input
                mono
                value={draft.region}
                onValueChange={(region) => change({ region })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          </div>
          <Field
            label="Buckets"
            hint="One per line. Only these buckets can be browsed and read."
            error={faults.buckets}
          >
            <Textarea
              mono
              rows={2}
              value={draft.buckets}
              onValueChange={(buckets) => change({ buckets })}
              spellCheck={false}
            />
          </Field>
          <div className="flex flex-col gap-1">
            <Checkbox checked={draft.pathStyle} onCheckedChange={(pathStyle) => change({ pathStyle })}>
              Path style
            </Checkbox>
            <p className="pl-6 text-ink-3 text-xs">
              The console uses endpoint/bucket/key instead of bucket.endpoint/key. Nodes use path style for
              all endpoints except Amazon's.
            </p>
          </div>
        </div>
      </Panel>
      <SourceAuthFields form={form} source={source} />
      <Panel
        title="Test"
        description="From the console and from all nodes of all clusters. Nothing is saved."
      >
        <div className="flex flex-col gap-4">
          {form.report ? <SourceReportView report={form.report} outdated={form.outdated} /> : null}
          {form.testError ? <ErrorState error={reportError(form.testError, 'test it')} /> : null}
          <Button
            className="self-start"
            icon={<PlugZap aria-hidden />}
            busy={form.testing}
            onClick={(event) => {
              form.test()
              focusFirstFault(event.currentTarget)
            }}
          >
            Test connection
          </Button>
        </div>
      </Panel>
      {form.saveError ? (
        <ErrorState
          error={reportError(form.saveError, 'save the source')}
          className="rounded-md bg-danger-soft"
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Link href={routes.sources} className={buttonClasses('ghost')}>
          Cancel
        </Link>
        <Button type="submit" variant="primary" busy={form.saving}>
          {source ? 'Save changes' : 'Add source'}
        </Button>
      </div>
    </form>
  )
}
