'use client'
import { listSettingsOf, type StorageFinding, type VolumeDraft } from '@frostline/domain'
import { Checkbox, IconButton, TextField } from '@frostline/ui'
import { ArrowUp, Trash2 } from 'lucide-react'
import { SettingsGrid } from './settings-grid.tsx'

interface Props {
  volume: VolumeDraft
  /** From 1, in the order in which the server fills them. */
  place: number
  findings: readonly StorageFinding[]
  disks: readonly string[]
  onChange: (volume: VolumeDraft) => void
  onMoveUp: () => void
  onRemove: () => void
}

export function VolumeEditor({ volume, place, findings, disks, onChange, onMoveUp, onRemove }: Props) {
  const errors = findings.filter(({ level }) => level === 'error')
  const choices = [...new Set([...disks, ...volume.disks])]
  return (
    <section
      aria-label={`Volume ${place}: ${volume.name}`}
      className="flex flex-col gap-3 rounded-md border border-line-strong border-dashed p-3"
    >
      <div className="flex items-start gap-2">
        <TextField
          mono
          label={`Name of volume ${place}`}
          error={errors.find(({ setting }) => setting === null)?.text}
          className="w-full max-w-64"
          value={volume.name}
          onValueChange={(name) => onChange({ ...volume, name })}
        />
        <span className="mt-5 ml-auto flex">
          <IconButton
            label={`Move volume ${volume.name} up`}
            icon={<ArrowUp />}
            disabled={place === 1}
            onClick={onMoveUp}
          />
          <IconButton label={`Remove volume ${volume.name}`} icon={<Trash2 />} onClick={onRemove} />
        </span>
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-xs">Disks of {volume.name}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {choices.map((disk) => (
            <Checkbox
              key={disk}
              checked={volume.disks.includes(disk)}
              onCheckedChange={(checked) =>
                onChange({
                  ...volume,
                  disks: checked ? [...volume.disks, disk] : volume.disks.filter((each) => each !== disk),
                })
              }
            >
              <span className="font-mono text-xs">{disk}</span>
            </Checkbox>
          ))}
        </div>
        {errors
          .filter(({ setting }) => setting === 'disk')
          .map(({ text }) => (
            <p key={text} className="text-danger-ink text-xs">
              {text}
            </p>
          ))}
      </fieldset>
      <details open={Object.keys(volume.settings).length > 0}>
        <summary className="w-fit cursor-default rounded-sm text-ink-2 text-xs hover:text-ink">
          Settings of the volume
        </summary>
        <div className="mt-3">
          <SettingsGrid
            known={listSettingsOf('volume')}
            settings={volume.settings}
            findings={findings}
            disks={disks}
            onChange={(settings) => onChange({ ...volume, settings })}
          />
        </div>
      </details>
    </section>
  )
}
