'use client'
import {
  Button,
  Bytes,
  bytesColumn,
  Count,
  column,
  type DataColumn,
  DataTable,
  Field,
  formatBytes,
  formatCountOf,
  Input,
  monoColumn,
  Panel,
  RadioGroup,
  SelectField,
  Stat,
  StatRow,
  Textarea,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import { useState } from 'react'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { useSources } from '@/features/sources/hooks/use-sources.ts'
import { showText } from '@/features/sources/name-of-key.ts'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import type { Draft } from './draft.ts'
import type { StepProps } from './use-draft.ts'

type Manifest = RouterOutputs['loads']['manifest']

/** Which objects: a pattern, or selected ones; and their manifest. */
export function SourceStep({ state: { draft, change }, resolving: { manifest } }: StepProps) {
  const sources = useSources()
  const all = sources.data?.sources ?? []
  const source = all.find(({ id }) => id === draft.source)
  return (
    <>
      <Panel
        title="Source"
        {...panelFromQuery(sources, {
          task: 'read the sources',
          empty: () =>
            all.length > 0
              ? null
              : {
                  title: 'No sources',
                  children: 'A source is a saved connection to an S3 store. Admins add sources.',
                  action: <Link href={routes.sources}>Open sources</Link>,
                },
        })}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Source"
            value={source ? source.id : null}
            options={all.map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={(id) =>
              change({
                source: id,
                bucket: all.find((each) => each.id === id)?.buckets[0] ?? '',
                ...otherObjects,
              })
            }
          />
          <SelectField
            label="Bucket"
            value={draft.bucket}
            options={source?.buckets ?? []}
            onValueChange={(bucket) => change({ bucket, ...otherObjects })}
          />
        </div>
        <RadioGroup
          className="mt-4"
          label="Objects"
          value={draft.by}
          onValueChange={(by) => change({ by, ...otherObjects })}
          options={[
            { value: 'glob', label: 'Objects that match a pattern' },
            { value: 'keys', label: 'Selected objects', description: 'One key per line, at most 1,000.' },
          ]}
        />
        <ObjectsForm key={`${draft.by} ${draft.bucket}`} draft={draft} onChange={change} />
      </Panel>
      {manifest.isEnabled ? (
        <Panel
          title="Manifest"
          description="Objects that would be loaded, from a listing of the store."
          flush
          {...panelFromQuery(manifest, {
            task: 'list the objects',
            empty: (data) =>
              data.objects > 0
                ? null
                : {
                    title: 'No matches',
                    children: `Listed ${formatCountOf(data.listed, 'object')}. * matches within a folder, ** across folders.`,
                  },
          })}
        >
          {manifest.data ? <ManifestView manifest={manifest.data} /> : null}
        </Panel>
      ) : null}
    </>
  )
}

/** Selections for other objects do not apply to these. */
const otherObjects = {
  format: null,
  compression: null,
  types: {},
  wanted: null,
  mapping: null,
  strategy: null,
} satisfies Partial<Draft>

function ObjectsForm({ draft, onChange }: { draft: Draft; onChange: (patch: Partial<Draft>) => void }) {
  const [text, setText] = useState(draft.by === 'glob' ? draft.glob : draft.keys.join('\n'))
  const submit = () =>
    onChange({
      ...(draft.by === 'glob'
        ? { glob: text.trim() }
        : { keys: [...new Set(text.split('\n').filter((line) => line !== ''))] }),
      ...otherObjects,
    })
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        className="min-w-64 flex-1"
        label={draft.by === 'glob' ? 'Pattern' : 'Keys'}
        hint={
          draft.by === 'glob'
            ? '*, ?, ** over folders, {a,b} and {01..12}, over the whole key, as in trips/csv/*.csv.gz'
            : 'Full keys, exactly as in the bucket.'
        }
      >
        {draft.by === 'glob' ? (
          <Input mono value={text} onValueChange={setText} spellCheck={false} autoComplete="off" />
        ) : (
          <Textarea mono rows={5} value={text} onValueChange={setText} spellCheck={false} />
        )}
      </Field>
      <Button type="submit" className="mb-5.5" disabled={draft.source === '' || text.trim() === ''}>
        List objects
      </Button>
    </form>
  )
}

function ManifestView({ manifest }: { manifest: Manifest }) {
  const rest = manifest.objects - manifest.first.length
  return (
    <>
      <div className="p-4">
        <StatRow>
          <Stat
            label="Objects"
            value={<Count value={manifest.objects} />}
            note={`of ${formatCountOf(manifest.listed, 'object')} listed`}
          />
          <Stat
            label="Bytes"
            value={<Bytes value={manifest.sizeBytes} />}
            note={`largest ${formatBytes(manifest.largestBytes)}`}
          />
          <Stat
            label="Format"
            value={<span className="text-base">{manifest.detected[0]?.format ?? 'not known'}</span>}
            note={
              manifest.detected.length > 1
                ? `and ${manifest.detected.length - 1} more by file name`
                : (manifest.detected[0]?.compression ?? '')
            }
          />
        </StatRow>
        {manifest.missingCount > 0 ? (
          <p role="status" className="mt-3 break-words text-danger-ink text-sm">
            {formatCountOf(manifest.missingCount, 'selected key')} not found:{' '}
            {manifest.missing.slice(0, 5).map(showText).join(', ')}
          </p>
        ) : null}
        {manifest.unreadable[0] ? (
          <p role="status" className="mt-3 break-words text-danger-ink text-sm">
            ClickHouse cannot address {formatCountOf(manifest.unreadableCount, 'object')}, such as{' '}
            {showText(manifest.unreadable[0].key)}: {manifest.unreadable[0].reason}
          </p>
        ) : null}
      </div>
      <DataTable
        label="Manifest"
        columns={columns}
        rows={manifest.first}
        getRowId={(row) => row.key}
        totalCount={manifest.objects}
        maxHeightPx={320}
      />
      {rest > 0 ? (
        <p className="border-t px-4 py-2 text-ink-3 text-xs">And {formatCountOf(rest, 'object')} more.</p>
      ) : null}
    </>
  )
}

const columns: readonly DataColumn<Manifest['first'][number]>[] = [
  column('key', 'Key', { minWidthPx: 240, grow: 2, hideable: false }, (row) => <RawText text={row.key} />),
  bytesColumn('size', 'Size', 90, (row) => row.sizeBytes),
  timeColumn('changed', 'Changed', 110, (row) => row.modifiedAt),
  monoColumn('etag', 'ETag', 180, (row) => row.etag),
]
