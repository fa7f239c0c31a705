'use client'
import { Field, Input, Panel, RadioGroup } from '@frostline/ui'
import type { SourceFormState } from '../hooks/use-source-form.ts'
import type { Source } from '../source.ts'

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

export function SourceAuthFields({ form, source }: { form: SourceFormState; source: Source | null }) {
  const { draft, change, faults } = form
  return (
    <Panel title="Access">
      <div className="flex flex-col gap-4">
        <RadioGroup
          label="Authentication"
          value={draft.auth}
          options={ways}
          onValueChange={(auth) => change({ auth })}
        />
        {draft.auth === 'collection' ? (
          <Field
            label="Collection name"
            hint="Letters, digits, _, - and . It must exist on all nodes that read. You can create it on the page of the source."
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
              label="Access key ID"
              optional={draft.auth === 'collection'}
              error={faults.accessKeyId}
              hint={
                draft.auth === 'collection'
                  ? 'Leave empty if the collection is managed outside of Frostline.'
                  : undefined
              }
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
                  ? 'Leave empty to keep the stored one. Enter it again if you change the endpoint or the key ID.'
                  : 'Stored sealed and never shown again.'
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
