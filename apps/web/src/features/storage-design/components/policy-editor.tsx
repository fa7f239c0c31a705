'use client'
import { listSettingsOf, type PolicyDraft, type StorageFinding } from '@frostline/domain'
import { Button, IconButton, TextField } from '@frostline/ui'
import { Plus, Trash2 } from 'lucide-react'
import { freeName, moveUp, removeAt, replaceAt } from '../edit-draft.ts'
import { SettingsGrid } from './settings-grid.tsx'
import { VolumeEditor } from './volume-editor.tsx'

interface Props {
  policy: PolicyDraft
  findings: readonly StorageFinding[]
  /** Every disk that a volume can name. */
  disks: readonly string[]
  onChange: (policy: PolicyDraft) => void
  onRemove: () => void
}

export function PolicyEditor({ policy, findings, disks, onChange, onRemove }: Props) {
  const own = findings.filter(({ at }) => at === `policy ${policy.name}`)
  const nameFault = own.find(({ level, setting }) => level === 'error' && setting === null)
  const { volumes } = policy
  return (
    <section aria-label={`Policy ${policy.name}`} className="flex flex-col gap-4 rounded-md border p-4">
      <div className="flex items-start gap-2">
        <TextField
          mono
          label="Policy name"
          error={nameFault?.text}
          className="w-full max-w-72"
          value={policy.name}
          onValueChange={(name) => onChange({ ...policy, name })}
        />
        <span className="mt-5 ml-auto">
          <IconButton label={`Remove policy ${policy.name}`} icon={<Trash2 />} onClick={onRemove} />
        </span>
      </div>
      <SettingsGrid
        known={listSettingsOf('policy')}
        settings={policy.settings}
        findings={own}
        disks={disks}
        onChange={(settings) => onChange({ ...policy, settings })}
      />
      <ol aria-label={`Volumes of ${policy.name}`} className="flex flex-col gap-3">
        {volumes.map((volume, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed, so only the place is stable
          <li key={index}>
            <VolumeEditor
              volume={volume}
              place={index + 1}
              findings={findings.filter(({ at }) => at === `policy ${policy.name}, volume ${volume.name}`)}
              disks={disks}
              onChange={(changed) => onChange({ ...policy, volumes: replaceAt(volumes, index, changed) })}
              onMoveUp={() => onChange({ ...policy, volumes: moveUp(volumes, index) })}
              onRemove={() => onChange({ ...policy, volumes: removeAt(volumes, index) })}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        className="self-start"
        icon={<Plus aria-hidden />}
        onClick={() => {
          const name = freeName(
            'volume',
            volumes.map((volume) => volume.name),
          )
          onChange({ ...policy, volumes: [...volumes, { name, disks: [], settings: {} }] })
        }}
      >
        Add volume
      </Button>
    </section>
  )
}
