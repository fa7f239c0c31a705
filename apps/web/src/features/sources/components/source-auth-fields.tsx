'use client'
import { Field, Input, Panel, RadioGroup } from '@frostline/ui'
import type { SourceFormState } from '../hooks/use-source-form.ts'
import type { Source } from '../source.ts'

const ways = [
  {
    value: 'keys',
    label: 'Access key',
    description:
      'Sealed here. Statements carry it as a bound parameter: query_log shows the key id and hides the secret.',
  },
  {
    value: 'environment',
    label: "The servers' own credentials",
    description:
      'No keys: nodes use their environment or role, where they let queries do so. Browsing then uses what the console finds around itself.',
  },
  {
    value: 'collection',
    label: 'Named collection',
    description:
      'Statements name a collection on the servers, and query_log shows nothing of it. With keys, the console creates it on every node and browses with them.',
  },
] as const

export function SourceAuthFields({ form, source }: { form: SourceFormState; source: Source | null }) {
  const { draft, change, faults } = form
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="How it is proved"
          value={draft.auth}
          options={ways}
          onValueChange={(auth) => change({ auth })}
        />
        {draft.auth === 'collection' ? (
          <Field
            label="Name of the collection"
            hint="Letters, digits, _, - and . It must be on every node that reads; the page of the source creates it."
            error={faults.collectionName}
          >
            <Input
              mono
              value={draft.collectionName}
              onValueChange={(collectionName) => change({ collectionName })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ) : null}
        {draft.auth === 'environment' ? null : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Access key id"
              optional={draft.auth === 'collection'}
              error={faults.accessKeyId}
              hint={draft.auth === 'collection' ? 'Empty: the collection is made by others.' : undefined}
            >
              <Input
                mono
                value={draft.accessKeyId}
                onValueChange={(accessKeyId) => change({ accessKeyId })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field
              label="Secret access key"
              optional={draft.auth === 'collection'}
              error={faults.secretAccessKey}
              hint={
                source?.hasSecret
                  ? 'Leave empty to keep the stored one. Another endpoint or key id needs it again.'
                  : 'Stored sealed, and never shown again.'
              }
            >
              <Input
                type="password"
                value={draft.secretAccessKey}
                onValueChange={(secretAccessKey) => change({ secretAccessKey })}
                autoComplete="new-password"
              />
            </Field>
          </div>
        )}
      </div>
    </Panel>
  )
}
