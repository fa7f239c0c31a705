'use client'
import { Button, Dialog, Field, Input } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useWarmupActions } from '../hooks/use-warmup-actions.ts'
import { readPace, writePace } from '../read-pace.ts'
import type { WarmupDetail } from '../warmup.ts'

/** Changes how fast it reads from the store, also while it runs. */
export function PaceDialog({ warmup }: { warmup: Pick<WarmupDetail, 'id' | 'bytesPerSecond'> }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const { setPace } = useWarmupActions()
  const read = readPace(text)
  const show = (next: boolean) => {
    setText(writePace(warmup.bytesPerSecond))
    setTried(false)
    setOpen(next)
  }
  const save = () => {
    setTried(true)
    if ('fault' in read) return
    setPace.mutate(
      { id: warmup.id, bytesPerSecond: read.bytesPerSecond },
      { onSuccess: () => setOpen(false) },
    )
  }
  return (
    <Dialog
      title="Pace"
      description="Readings under way are stopped and sent again at the new pace. What they have cached is not fetched again."
      size="sm"
      open={open}
      onOpenChange={show}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change pace</Button>}
      footer={
        <>
          <Button onClick={() => show(false)}>Keep as it is</Button>
          <Button variant="primary" busy={setPace.isPending} onClick={save}>
            Set pace
          </Button>
        </>
      }
    >
      <Field
        label="Pace on each node, MiB/s"
        optional
        hint="Empty: as fast as it goes."
        error={tried && 'fault' in read ? read.fault : undefined}
      >
        <Input inputMode="decimal" autoComplete="off" value={text} onValueChange={setText} />
      </Field>
    </Dialog>
  )
}
