'use client'
import { CheckboxField, SelectField, showToast, TextField } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { accountRoles } from '@/auth/use-person.ts'
import { FormDialog } from '@/form/form-frame.tsx'
import type { Form } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useRefetch } from '@/trpc/use-action-handlers.ts'
import type { Provider, ProviderAddresses } from '../provider.ts'
import { type DefaultRole, draftOf, idFromName, providerForm } from '../provider-form.ts'
import { CopiedAddress } from './copied-address.tsx'
import { RoleRulesField } from './role-rules-field.tsx'

interface DialogProps {
  addresses: ProviderAddresses
  trigger: ReactElement
}

export function AddProvider({ addresses, trigger }: DialogProps) {
  const trpc = useTRPC()
  const create = useMutation(
    trpc.signInProviders.create.mutationOptions(useRefetch(trpc.signInProviders.pathKey())),
  )
  return (
    <FormDialog
      title="Add a sign-in provider"
      description="OpenID Connect, authorization code with PKCE. The provider is checked when you save."
      size="lg"
      trigger={trigger}
      schema={providerForm}
      initial={() => draftOf(undefined)}
      submit="Add provider"
      task="add the provider"
      save={async (given) => {
        await create.mutateAsync(given)
        showToast({ tone: 'success', title: `Added ${given.name}` })
      }}
    >
      {(form) => <ProviderFields form={form} addresses={addresses} provider={undefined} />}
    </FormDialog>
  )
}

export function EditProvider({ provider, addresses, trigger }: DialogProps & { provider: Provider }) {
  const trpc = useTRPC()
  const update = useMutation(
    trpc.signInProviders.update.mutationOptions(useRefetch(trpc.signInProviders.pathKey())),
  )
  return (
    <FormDialog
      title={`Change ${provider.name}`}
      description="Takes effect at the next sign-in. Sessions go on."
      size="lg"
      trigger={trigger}
      schema={providerForm}
      initial={() => draftOf(provider)}
      submit="Save provider"
      task={`change ${provider.name}`}
      save={async ({ issuer: _, clientSecret, ...given }) => {
        await update.mutateAsync({ ...given, clientSecret: clientSecret === '' ? null : clientSecret })
        showToast({ tone: 'success', title: `Saved ${given.name}` })
      }}
    >
      {(form) => <ProviderFields form={form} addresses={addresses} provider={provider} />}
    </FormDialog>
  )
}

interface ProviderFieldsProps {
  form: Form<typeof providerForm>
  addresses: ProviderAddresses
  /** Undefined for a new one. */
  provider: Provider | undefined
}

const defaultRoles: { value: DefaultRole; label: string }[] = [
  { value: 'none', label: 'Refuse them' },
  ...accountRoles.map((role) => ({ value: role, label: role })),
]

function ProviderFields({ form, addresses, provider }: ProviderFieldsProps) {
  const { name, id } = form.draft
  const rename = (next: string) =>
    form.change({ name: next, ...(provider || id !== idFromName(name) ? {} : { id: idFromName(next) }) })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('name')} onValueChange={rename} label="Name" maxLength={60} />
        <TextField
          {...form.field('id')}
          mono
          disabled={provider !== undefined}
          label="ID"
          maxLength={40}
          hint="Part of the callback URL. It cannot be changed later."
        />
      </div>
      <div className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
        <p className="font-medium">Enter these at the provider</p>
        <div>
          <p className="text-ink-2">Callback URL (redirect URI)</p>
          {id === '' ? (
            <p className="text-ink-3">Enter a name first: the URL ends with the ID.</p>
          ) : (
            <CopiedAddress label="callback URL" address={addresses.callbackUrl.replace('{id}', id)} />
          )}
        </div>
        <div>
          <p className="text-ink-2">Sign-out URL (post-logout redirect URI)</p>
          <CopiedAddress label="sign-out URL" address={addresses.signedOutUrl} />
        </div>
      </div>
      <TextField
        {...form.field('issuer')}
        mono
        type="url"
        disabled={provider !== undefined}
        label="Issuer"
        maxLength={500}
        hint="Exactly as in the provider's /.well-known/openid-configuration. It cannot be changed later."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('clientId')} mono label="Client ID" maxLength={500} />
        <TextField
          {...form.field('clientSecret')}
          type="password"
          autoComplete="new-password"
          label="Client secret"
          optional
          hint={
            provider?.hasSecret ? 'Leave empty to keep the current one.' : 'Leave empty for a public client.'
          }
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('scopes')}
          mono
          label="Scopes"
          hint="Remove groups if the provider does not know it."
        />
        <TextField
          {...form.field('groupsClaim')}
          mono
          label="Groups claim"
          maxLength={200}
          hint="A name, or a path such as realm_access.roles."
        />
      </div>
      <RoleRulesField {...form.field('roleRules')} faults={form.faults} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...form.field('defaultRole')} label="People without a rule" options={defaultRoles} />
        <TextField
          {...form.field('buttonLabel')}
          label="Button label"
          optional
          maxLength={60}
          placeholder={`Continue with ${name === '' ? 'the provider' : name}`}
        />
      </div>
      <CheckboxField
        {...form.field('linkByEmail')}
        label="Link to existing accounts by verified email address"
        hint="Without this, a person whose address belongs to an existing account is refused. Allow it only if you trust the provider to verify addresses."
      />
      <CheckboxField {...form.field('enabled')} label="Show on the sign-in page" />
    </>
  )
}
