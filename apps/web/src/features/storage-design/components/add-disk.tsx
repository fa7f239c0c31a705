'use client'
import { type DiskDraft, diskTemplates } from '@frostline/domain'
import { Button, Menu, MenuItem } from '@frostline/ui'
import { Plus } from 'lucide-react'

export function AddDisk({ disabled, onAdd }: { disabled: boolean; onAdd: (disk: DiskDraft) => void }) {
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Plus aria-hidden />} disabled={disabled}>
          Add disk
        </Button>
      }
      className="w-88"
    >
      {diskTemplates.map(({ id, label, note, disk }) => (
        <MenuItem key={id} onSelect={() => onAdd(disk)}>
          <span className="block">{label}</span>
          <span className="block whitespace-normal text-2xs text-ink-3">{note}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
