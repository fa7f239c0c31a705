'use client'
import { Button, Dialog, formatCountOf, RelativeTime, SelectField } from '@frostline/ui'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import type { RestoreDetail } from '../archive.ts'
import { daysOf, keepChoices } from './keep-choices.ts'
import { useKeepPreview, useKeepRestored } from './use-removals.ts'

/** When the restored rows are removed again, with what would be removed, before it is set. */
export function KeepDialog({ restore }: { restore: RestoreDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Removal of the restored rows"
      description={`From ${restore.database}.${restore.table}. The archive keeps its files.`}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<CalendarX aria-hidden />}>
          Change
        </Button>
      }
    >
      {isOpen ? <KeepForm restore={restore} onClose={() => setOpen(false)} /> : null}
    </Dialog>
  )
}

const choices = [{ value: '0', label: 'Remove now' }, ...keepChoices]

function KeepForm({ restore: { id, kept }, onClose }: { restore: RestoreDetail; onClose: () => void }) {
  const [choice, setChoice] = useState(kept ? '7' : 'for-ever')
  const days = daysOf(choice)
  const keep = useKeepRestored()
  const query = useKeepPreview(id, days)
  const preview = query.data
  const isReady = preview !== undefined && preview.obstacles.length === 0 && !query.isFetching
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Keep the restored rows"
        hint="Counted from now."
        value={choice}
        onValueChange={setChoice}
        options={choices}
      />
      <div role="status" className="min-h-16 text-sm">
        {preview ? (
          <>
            {preview.obstacles.map((each) => (
              <p key={each} className="text-danger-ink">
                {each}
              </p>
            ))}
            {preview.obstacles.length > 0 ? null : (
              <p>
                {formatCountOf(preview.rows, 'row')} in {formatCountOf(preview.partitions, 'partition')}{' '}
                {days === null ? (
                  'stay.'
                ) : (
                  <>
                    are removed{' '}
                    {days === 0 ? (
                      'now'
                    ) : preview.removeAt ? (
                      <RelativeTime at={preview.removeAt} />
                    ) : (
                      'so long after the comparison'
                    )}
                    . A partition that was changed since it was restored stays.
                  </>
                )}
              </p>
            )}
            {preview.warnings.map((each) => (
              <p key={each} className="mt-1 text-warn-ink">
                {each}
              </p>
            ))}
          </>
        ) : query.error ? (
          <p className="text-danger-ink">{query.error.message}</p>
        ) : (
          <p className="text-ink-3">Reading the table.</p>
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={days === null ? 'primary' : 'danger'}
          busy={keep.isPending}
          disabled={!isReady}
          onClick={() =>
            preview &&
            keep.mutate({ id, days, expectedRows: String(preview.rows) }, { onSuccess: () => onClose() })
          }
        >
          {days === null ? 'Keep the rows' : days === 0 ? 'Remove now' : 'Set removal'}
        </Button>
      </div>
    </div>
  )
}
