'use client'
import { Button, DraftDialog, Field, Input } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { readPace, writePace } from '../read-pace.ts'
import type { WarmupDetail } from '../warmup.ts'

/** Changes how fast it reads from the store, also while it runs. */
export function PaceDialog({ warmup }: { warmup: Pick<WarmupDetail, 'id' | 'bytesPerSecond'> }) {
  const { setPace } = useWarmupActions()
  return (
    <DraftDialog
      title="Pace"
      description="Running reads are stopped and sent again at the new rate. Cached data is not fetched again."
      size="sm"
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change rate limit</Button>}
      initial={() => writePace(warmup.bytesPerSecond)}
      saveLabel="Apply"
      save={(text) => {
        const read = readPace(text)
        if ('fault' in read) return null
        return setPace.mutateAsync({ id: warmup.id, bytesPerSecond: read.bytesPerSecond })
      }}
    >
      {({ draft, change, tried }) => {
        const read = readPace(draft)
        return (
          <Field
            label="Rate limit per node, MiB/s"
            optional
            hint="Leave empty for no limit."
            error={tried && 'fault' in read ? read.fault : undefined}
          >
            <Input inputMode="decimal" autoComplete="off" value={draft} onValueChange={change} />
          </Field>
        )
      }}
    </DraftDialog>
  )
}
