'use client'
import type { TierMigrationLimits } from '@frostline/domain'
import { Button, DraftDialog } from '@frostline/ui'
import { SlidersHorizontal } from 'lucide-react'
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
  return (
    <DraftDialog
      title="Pace"
      description={description}
      trigger={<Button icon={<SlidersHorizontal aria-hidden />}>Change rate limit</Button>}
      initial={() => draftOf(limits, ownTimeZone())}
      saveLabel="Apply"
      save={(draft) => {
        const read = readPaceDraft(draft)
        return 'limits' in read ? onSave(read.limits) : null
      }}
    >
      {({ draft, change, tried }) => {
        const read = readPaceDraft(draft)
        return (
          <PaceFields
            draft={draft}
            faults={tried && 'faults' in read ? read.faults : noFaults}
            onChange={(patch) => change({ ...draft, ...patch })}
          />
        )
      }}
    </DraftDialog>
  )
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
