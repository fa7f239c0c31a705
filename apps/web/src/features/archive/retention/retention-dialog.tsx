'use client'
import {
  Button,
  Dialog,
  formatBytes,
  formatCountOf,
  NumberField,
  RadioGroup,
  RelativeTime,
  SelectField,
} from '@frostline/ui'
import { CalendarX } from 'lucide-react'
import { useId, useState } from 'react'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import type { ArchiveDetail } from '../archive.ts'
import { useArchiveActions } from '../hooks/use-archives.ts'
import { draftOfRetention, retentionForm } from './retention-draft.ts'
import { useRetentionPreview } from './use-expiries.ts'

/** How long the files are kept, with what vanishes when, before it is set. */
export function RetentionDialog({ archive }: { archive: ArchiveDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Retention of the files"
      description={`Of the archive of ${archive.database}.${archive.table}. Counted from the drop, and at least one day from now.`}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<CalendarX aria-hidden />}>
          Change retention
        </Button>
      }
    >
      {isOpen ? <RetentionForm archive={archive} onClose={() => setOpen(false)} /> : null}
    </Dialog>
  )
}

function RetentionForm({ archive, onClose }: { archive: ArchiveDetail; onClose: () => void }) {
  const { keep } = useArchiveActions()
  const id = useId()
  const form = useForm(retentionForm, () => draftOfRetention(archive.retention))
  const input = form.value ? { id: archive.id, ...form.value } : null
  const query = useRetentionPreview(input)
  const preview = query.data
  const isReady = preview !== undefined && preview.obstacles.length === 0 && !query.isFetching
  return (
    <FormFrame
      id={id}
      form={form}
      label="Retention of the files"
      onSubmit={async ({ retention }) => {
        if (!preview || !isReady) return
        await keep.mutateAsync({
          ...{ id: archive.id, retention, expectedRows: String(preview.rows) },
          expectedExpiresAt: preview.expiresAt,
        })
        onClose()
      }}
    >
      <RadioGroup
        {...form.field('way')}
        label="Files of this archive"
        options={[
          { value: 'for-ever', label: 'Keep forever', description: 'Until somebody sets a retention.' },
          {
            value: 'limited',
            label: 'Delete after a time',
            description: 'Then the rows exist nowhere, unless they were restored.',
          },
        ]}
      />
      {form.draft.way === 'limited' ? (
        <div className="grid grid-cols-2 gap-4">
          <NumberField {...form.field('count')} label="Time" />
          <SelectField
            {...form.field('unit')}
            label="Unit"
            options={[
              { value: 'days', label: 'Days' },
              { value: 'months', label: 'Months' },
            ]}
          />
        </div>
      ) : null}
      <div role="status" className="min-h-16 text-sm">
        {input === null ? null : preview ? (
          <RetentionFindings preview={preview} isLimited={form.draft.way === 'limited'} />
        ) : query.error ? (
          <p className="text-danger-ink">{query.error.message}</p>
        ) : (
          <p className="text-ink-3">Reading the archive.</p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant={form.draft.way === 'limited' ? 'danger' : 'primary'}
          busy={keep.isPending}
          disabled={!isReady}
        >
          Set retention
        </Button>
      </div>
    </FormFrame>
  )
}

function RetentionFindings({
  preview,
  isLimited,
}: {
  preview: RouterOutputs['archives']['previewRetention']
  isLimited: boolean
}) {
  const { rows, rowsRestored, partitions, files, bytes, expiresAt, obstacles, warnings } = preview
  const what = `${formatCountOf(files, 'file')} (${formatBytes(bytes)}) with ${formatCountOf(rows, 'row')} in ${formatCountOf(partitions, 'partition')}`
  return (
    <>
      {obstacles.map((each) => (
        <p key={each} className="text-danger-ink">
          {each}
        </p>
      ))}
      {obstacles.length > 0 ? null : isLimited ? (
        <p>
          {what} are deleted{' '}
          {expiresAt ? <RelativeTime at={expiresAt} /> : 'so long after the drop, which has not ended'}.{' '}
          {rowsRestored > 0n
            ? `${formatCountOf(rowsRestored, 'row')} were restored into the table. The others exist nowhere else.`
            : 'They exist nowhere else.'}
        </p>
      ) : (
        <p>{what} are kept forever.</p>
      )}
      {warnings.map((each) => (
        <p key={each} className="mt-1 text-warn-ink">
          {each}
        </p>
      ))}
    </>
  )
}
