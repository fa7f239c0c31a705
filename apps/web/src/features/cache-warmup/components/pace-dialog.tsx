'use client'
import { Button, NumberField } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import { z } from 'zod'
import { FormDialog } from '@/form/form-frame.tsx'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { rateLimit, writeRateLimit } from '../rate-limit.ts'
import type { WarmupDetail } from '../warmup.ts'

const paceForm = z.object({ bytesPerSecond: rateLimit })

/** Changes how fast it reads from the store, also while it runs. */
export function PaceDialog({ warmup }: { warmup: Pick<WarmupDetail, 'id' | 'bytesPerSecond'> }) {
  const { setPace } = useWarmupActions()
  return (
    <FormDialog
      title="Pace"
      description="Running reads are stopped and sent again at the new rate. Cached data is not fetched again."
      size="sm"
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change rate limit</Button>}
      schema={paceForm}
      initial={() => ({ bytesPerSecond: writeRateLimit(warmup.bytesPerSecond) })}
      submit="Apply"
      save={(pace) => setPace.mutateAsync({ id: warmup.id, ...pace })}
    >
      {(form) => (
        <NumberField
          {...form.field('bytesPerSecond')}
          decimal
          optional
          label="Rate limit per node, MiB/s"
          hint="Leave empty for no limit."
        />
      )}
    </FormDialog>
  )
}
