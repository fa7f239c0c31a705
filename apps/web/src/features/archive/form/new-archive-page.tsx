'use client'
import { NumberField, Panel, RadioGroup, TextField } from '@frostline/ui'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { SourceAndBucketFields } from '@/features/sources/components/source-and-bucket-fields.tsx'
import { PreviewForm } from '@/form/preview-form.tsx'
import { useForm } from '@/form/use-form.ts'
import { namesParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import type { ArchiveInput } from '../archive.ts'
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx'
import { type ArchiveForm, archiveForm } from './archive-draft.ts'
import { ArchivePreviewPanel } from './archive-preview-panel.tsx'

interface Place {
  cluster: string
  database: string
  table: string
}

/** Partitions that were selected on the page of the table. */
const params = { partitions: namesParam() }

export function NewArchivePage({ cluster, database, table }: Place) {
  const [{ partitions }] = useUrlState(params)
  const selected = [...partitions]
  return (
    <NeedsRole needed="admin" title="Archive partitions" task="Archiving partitions">
      <PageHeader
        title={
          <>
            Archive partitions of{' '}
            <span className="font-mono">
              {database}.{table}
            </span>
          </>
        }
        description="Partitions become Parquet files of a source. The files are read back from the bucket and compared. Then you approve that the partitions are detached, and after a grace time they are dropped. They can be restored at any time."
      />
      <NewArchive key={selected.join(' ')} at={{ cluster, database, table }} selected={selected} />
    </NeedsRole>
  )
}

/** What and where; then the preview; then the start. */
function NewArchive({ at, selected }: { at: Place; selected: readonly string[] }) {
  const form = useForm(archiveForm, () => ({
    ...{ way: selected.length > 0 ? ('partitions' as const) : ('older-than' as const), partitions: selected },
    ...{ days: '365', source: '', bucket: '', prefix: '' },
  }))
  const input = form.value ? { ...at, ...form.value } : null
  return (
    <PreviewForm
      form={form}
      label="Archive partitions"
      input={input}
      actions={<ScheduleDialog input={input} />}
      preview={(asked: ArchiveInput, outdated) => <ArchivePreviewPanel input={asked} outdated={outdated} />}
    >
      <Panel title="Partitions">
        <ChoiceFields form={form} />
      </Panel>
      <Panel title="Files">
        <PlaceFields form={form} />
      </Panel>
    </PreviewForm>
  )
}

function ChoiceFields({ form }: { form: ArchiveForm }) {
  const { partitions, way } = form.draft
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        {...form.field('way')}
        label="Which partitions"
        options={[
          {
            value: 'older-than',
            label: 'Older than',
            description: 'By the newest value of the partition key, which has to have a date or a time.',
          },
          {
            value: 'partitions',
            label: partitions.length === 0 ? 'Selected ones' : `The ${partitions.length} selected`,
            description:
              partitions.length === 0
                ? 'Select partitions on the page of the table, then choose Archive.'
                : partitions.slice(0, 12).join(', ') + (partitions.length > 12 ? ' …' : ''),
            disabled: partitions.length === 0,
          },
        ]}
      />
      {way === 'older-than' ? <NumberField {...form.field('days')} label="Age in days" /> : null}
    </div>
  )
}

function PlaceFields({ form }: { form: ArchiveForm }) {
  return (
    <div className="flex flex-col gap-4">
      <SourceAndBucketFields form={form} />
      <TextField
        {...form.field('prefix')}
        mono
        label="Folder"
        hint="Optional, such as cold/. Files go below frostline-archive/ in it, by table, partition and run."
      />
    </div>
  )
}
