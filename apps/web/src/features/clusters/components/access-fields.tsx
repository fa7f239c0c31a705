'use client'
import { Checkbox, Field, Input, Textarea } from '@frostline/ui'
import type { ClusterFormState } from '../hooks/use-cluster-form.ts'

interface AccessFieldsProps {
  form: ClusterFormState
  /** A password is stored already; it is never shown. */
  hasStored: boolean
}

/** Who asks the nodes, and which certificates are trusted. */
export function AccessFields({ form, hasStored }: AccessFieldsProps) {
  const { draft, change, faults } = form
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="User" error={faults.username}>
          <Input
            mono
            value={draft.username}
            onValueChange={(username) => change({ username })}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field
          label="Password"
          error={faults.password}
          hint={
            hasStored
              ? 'Leave empty to keep the stored one. Enter it again if you change addresses or certificates.'
              : 'Stored sealed and never shown again.'
          }
        >
          <Input
            type="password"
            value={draft.password}
            onValueChange={(password) => change({ password })}
            autoComplete="new-password"
          />
        </Field>
      </div>
      <div className="flex flex-col gap-1">
        <Checkbox checked={draft.tlsVerify} onCheckedChange={(tlsVerify) => change({ tlsVerify })}>
          Verify certificates
        </Checkbox>
        <p className="pl-6 text-ink-3 text-xs">
          {draft.tlsVerify
            ? 'For https addresses.'
            : 'Any certificate is accepted. An attacker in between can read the password.'}
        </p>
      </div>
      <Field
        label="Certificate authority"
        optional
        error={faults.tlsCaPem}
        hint="In PEM format. Trusted instead of the built-in authorities."
      >
        <Textarea
          mono
          rows={3}
          value={draft.tlsCaPem}
          onValueChange={(tlsCaPem) => change({ tlsCaPem })}
          placeholder="-----BEGIN CERTIFICATE-----"
          spellCheck={false}
          className="text-xs sm:text-xs"
        />
      </Field>
    </>
  )
}
