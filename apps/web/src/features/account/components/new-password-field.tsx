'use client'
import { Field, Input, RadioGroup } from '@frostline/ui'
import { passwordHint } from '../password-rules.ts'

/** `generated` makes one when the form is sent. */
export type PasswordChoice = { kind: 'generated' } | { kind: 'typed'; password: string }

interface NewPasswordFieldProps {
  label: string
  value: PasswordChoice
  onChange: (value: PasswordChoice) => void
  fault: string | undefined
}

/** A password chosen for somebody else: generated and shown once, or typed. */
export function NewPasswordField({ label, value, onChange, fault }: NewPasswordFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={label}
        value={value.kind}
        onValueChange={(kind) => onChange(kind === 'generated' ? { kind } : { kind, password: '' })}
        options={[
          {
            value: 'generated',
            label: 'Generate one',
            description: 'Shown once, so that you can pass it on.',
          },
          { value: 'typed', label: 'Type one', description: passwordHint },
        ]}
      />
      {value.kind === 'typed' ? (
        <Field label="Password" error={fault} className="pl-6">
          <Input
            type="password"
            autoComplete="new-password"
            value={value.password}
            onValueChange={(password) => onChange({ kind: 'typed', password })}
          />
        </Field>
      ) : null}
    </div>
  )
}
