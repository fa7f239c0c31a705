'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { Button, Dialog } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { draftOf, readPaceDraft } from './pace-draft.ts'
import { PaceFields } from './pace-fields.tsx'

interface Props {
  limits: TierMigrationLimits
  description: string
  /** A rejection leaves the dialog open. */
  onSave: (limits: TierMigrationLimits) => Promise<unknown>
}

const noFaults = { spans: new Map() }

/** Shows and changes how gently a migration goes. */
export function PaceDialog({ limits, description, onSave }: Props) {
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(() => draftOf(limits, ownTimeZone()))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const read = readPaceDraft(draft)
  const show = (next: boolean) => {
    if (next) setDraft(draftOf(limits, ownTimeZone()))
    setTried(false)
    setOpen(next)
  }
  const save = async () => {
    setTried(true)
    if (!('limits' in read)) return
    setBusy(true)
    try {
      await onSave(read.limits)
      setOpen(false)
    } catch {
      // The caller has told why; what was entered stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Pace"
      description={description}
      open={open}
      onOpenChange={show}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change pace</Button>}
      footer={
        <>
          <Button onClick={() => show(false)}>Keep as it is</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Set pace
          </Button>
        </>
      }
    >
      <PaceFields
        draft={draft}
        faults={tried && 'faults' in read ? read.faults : noFaults}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
    </Dialog>
  )
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
