'use client'
import { type Bound, RadioGroup, TextField } from '@frostline/ui'
import { passwordHint } from '../password-rules.ts'

/** `generated` creates one when the form is sent. */
export type PasswordChoice = { kind: 'generated' } | { kind: 'typed'; password: string }

interface NewPasswordFieldProps extends Bound<PasswordChoice> {
  label: string
}

/** A password for another user: generated and shown once, or typed. */
export function NewPasswordField({ label, value, onValueChange, error }: NewPasswordFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={label}
        value={value.kind}
        onValueChange={(kind) => onValueChange(kind === 'generated' ? { kind } : { kind, password: '' })}
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
        <TextField
          type="password"
          autoComplete="new-password"
          label="Password"
          className="pl-6"
          value={value.password}
          onValueChange={(password) => onValueChange({ kind: 'typed', password })}
          error={error}
        />
      ) : null}
    </div>
  )
}
