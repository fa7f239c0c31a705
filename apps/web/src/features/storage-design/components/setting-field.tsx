'use client'
import type { SettingExplanation, SettingValue } from '@frostline/domain'
import { Field, formatBytes, Input, Select } from '@frostline/ui'

interface Props {
  setting: SettingExplanation
  value: SettingValue | undefined
  error: string | undefined
  /** For a setting that names a disk. */
  disks: readonly string[]
  onChange: (value: SettingValue | undefined) => void
}

/** One setting with its explanation: meaning, default, range, what a change requires. */
export function SettingField({ setting, value, error, disks, onChange }: Props) {
  const { name, meaning, caution, range, takes, required } = setting
  const field = (
    <Field
      label={name}
      optional={required !== true}
      error={error}
      hint={
        <>
          {meaning} {caution ? <span className="text-warn-ink">{caution}</span> : null}
          <span className="block">
            default {setting.default} · {range} · a change needs a {takes}
            {sizeOf(setting, value)}
          </span>
        </>
      }
    >
      <Control setting={setting} value={value} disks={disks} onChange={onChange} />
    </Field>
  )
  if (!isKey(setting)) return field
  return (
    <div className="flex flex-col gap-2">
      {field}
      <KeySource setting={setting} value={value} onChange={onChange} />
    </div>
  )
}

/** Keys are entered as text or as a variable of the server. */
function isKey({ form, range }: SettingExplanation): boolean {
  return form === 'secret' || range.includes('variable')
}

/** A bare number of bytes is hard to read. */
function sizeOf({ form }: SettingExplanation, value: SettingValue | undefined): string {
  if (form !== 'bytes' || typeof value !== 'string' || !/^\d{1,18}$/.test(value) || value === '0') return ''
  return ` · this is ${formatBytes(BigInt(value))}`
}

/** A select has no empty value. */
const unset = '-'

function Control({ setting, value, disks, onChange }: Omit<Props, 'error'>) {
  const choices = choicesOf(setting, disks)
  if (choices)
    return (
      <Select
        value={typeof value === 'string' && value !== '' ? value : setting.required ? null : unset}
        options={[
          ...(setting.required ? [] : [{ value: unset, label: `default (${setting.default})` }]),
          ...choices.map((choice) => ({ value: choice, label: choice })),
        ]}
        onValueChange={(next) => onChange(next === unset ? undefined : next)}
      />
    )
  const kind = kindOf(value)
  if (kind === 'kept') return <Input value="" placeholder="Stored sealed. It is not shown." disabled />
  return (
    <Input
      mono
      type={kind === 'text' && setting.form === 'secret' ? 'password' : 'text'}
      value={
        typeof value === 'object' && 'fromEnv' in value
          ? value.fromEnv
          : typeof value === 'string'
            ? value
            : ''
      }
      onValueChange={(next) => onChange(kind === 'variable' ? { fromEnv: next } : next)}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function choicesOf(
  { form, choices }: SettingExplanation,
  disks: readonly string[],
): readonly string[] | undefined {
  if (choices) return choices
  if (form === 'flag') return ['true', 'false']
  return form === 'disk' ? disks : undefined
}

function kindOf(value: SettingValue | undefined): 'variable' | 'kept' | 'text' {
  if (typeof value !== 'object') return 'text'
  return 'fromEnv' in value ? 'variable' : 'kept'
}

function KeySource({ setting, value, onChange }: Pick<Props, 'setting' | 'value' | 'onChange'>) {
  const kind = kindOf(value)
  return (
    <Select
      size="sm"
      label={`Source of ${setting.name}`}
      value={kind}
      options={[
        { value: 'variable', label: 'environment variable of the server' },
        { value: 'text', label: 'value' },
        ...(kind === 'kept' ? [{ value: 'kept' as const, label: 'stored value' }] : []),
      ]}
      onValueChange={(next) => {
        if (next !== kind) onChange(next === 'variable' ? { fromEnv: '' } : undefined)
      }}
      className="max-w-72"
    />
  )
}
