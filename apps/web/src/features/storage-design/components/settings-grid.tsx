'use client'
import type { SettingExplanation, SettingValue, StorageFinding } from '@frostline/domain'
import { withSetting } from '../edit-draft.ts'
import { SettingField } from './setting-field.tsx'

interface Props {
  known: readonly SettingExplanation[]
  settings: Readonly<Record<string, SettingValue>>
  findings: readonly StorageFinding[]
  disks: readonly string[]
  onChange: (settings: Record<string, SettingValue>) => void
}

/** The usual settings, and the rarely used ones, collapsed until one is set or wrong. */
export function SettingsGrid({ known, settings, findings, disks, onChange }: Props) {
  const errorOf = (name: string) =>
    findings.find((finding) => finding.level === 'error' && finding.setting === name)?.text
  const field = (setting: SettingExplanation) => (
    <SettingField
      key={setting.name}
      setting={setting}
      value={settings[setting.name]}
      error={errorOf(setting.name)}
      disks={disks}
      onChange={(value) => onChange(withSetting(settings, setting.name, value))}
    />
  )
  const expert = known.filter((setting) => setting.expert)
  const open = expert.some(({ name }) => settings[name] !== undefined || errorOf(name))
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
        {known.filter((setting) => !setting.expert).map(field)}
      </div>
      {expert.length > 0 ? (
        <details open={open}>
          <summary className="w-fit cursor-default rounded-sm text-ink-2 text-xs hover:text-ink">
            Advanced: {expert.map(({ name }) => name).join(', ')}
          </summary>
          <div className="mt-3 grid gap-x-5 gap-y-4 md:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
            {expert.map(field)}
          </div>
        </details>
      ) : null}
    </div>
  )
}
