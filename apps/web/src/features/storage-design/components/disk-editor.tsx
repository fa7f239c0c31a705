'use client'
import { type DiskDraft, diskKinds, listSettingsOfDisk, type StorageFinding } from '@frostline/domain'
import { Badge, IconButton, TextField } from '@frostline/ui'
import { ArrowUp, Trash2 } from 'lucide-react'
import { SettingsGrid } from './settings-grid.tsx'

interface Props {
  disk: DiskDraft
  first: boolean
  findings: readonly StorageFinding[]
  /** Disks that can be behind a cache. */
  disks: readonly string[]
  onChange: (disk: DiskDraft) => void
  onMoveUp: () => void
  onRemove: () => void
}

export function DiskEditor({ disk, first, findings, disks, onChange, onMoveUp, onRemove }: Props) {
  const own = findings.filter(({ at }) => at === `disk ${disk.name}`)
  const type = String(disk.settings.type ?? (disk.name === 'default' ? 'local' : ''))
  const kind = diskKinds.find((each) => each === type)
  const nameFault = own.find(({ level, setting }) => level === 'error' && setting === null)
  return (
    <section aria-label={`Disk ${disk.name}`} className="flex flex-col gap-4 rounded-md border p-4">
      <div className="flex items-start gap-2">
        <TextField
          mono
          label="Disk name"
          error={nameFault?.text}
          className="w-full max-w-72"
          value={disk.name}
          onValueChange={(name) => onChange({ ...disk, name })}
        />
        <span className="mt-6.5">
          <Badge mono>{type === '' ? 'no type' : type}</Badge>
        </span>
        <span className="mt-5 ml-auto flex">
          <IconButton
            label={`Move disk ${disk.name} up`}
            icon={<ArrowUp />}
            disabled={first}
            onClick={onMoveUp}
          />
          <IconButton label={`Remove disk ${disk.name}`} icon={<Trash2 />} onClick={onRemove} />
        </span>
      </div>
      {kind ? (
        <SettingsGrid
          known={
            disk.name === 'default'
              ? listSettingsOfDisk('local').filter(({ name }) => name !== 'path')
              : listSettingsOfDisk(kind)
          }
          settings={disk.settings}
          findings={own}
          disks={disks.filter((name) => name !== disk.name)}
          onChange={(settings) => onChange({ ...disk, settings })}
        />
      ) : null}
    </section>
  )
}
