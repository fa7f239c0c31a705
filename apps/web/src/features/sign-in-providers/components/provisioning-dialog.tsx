'use client'
import { Button, ConfirmDialog, Dialog, KeyValueList, RelativeTime, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SecretShownOnce } from '@/features/account/components/secret-shown-once.tsx'
import { useTRPC } from '@/trpc/context.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Provider, ProviderAddresses } from '../provider.ts'
import { CopiedAddress } from './copied-address.tsx'

interface ProvisioningProps {
  provider: Provider
  addresses: ProviderAddresses
}

/** Whether the provider says by SCIM who is there, and how it is set up for that. */
export function Provisioning({ provider, addresses }: ProvisioningProps) {
  const { id, name, provisioning } = provider
  const [open, setOpen] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  const { turnOn, replaceToken, turnOff } = useProvisioning(name)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setToken(null)
      }}
      title={`Provisioning by ${name}`}
      description="The provider sends people and groups by SCIM 2.0. People who are deactivated or removed there lose their sessions and API tokens at once, and can no longer sign in. Roles and teams follow the groups at once."
      size="lg"
      trigger={<Button size="sm">Provisioning</Button>}
      footer={
        provisioning ? (
          <>
            <ConfirmDialog
              danger
              title={`Turn off provisioning by ${name}?`}
              description={`Frostline forgets the ${count(provisioning.people, 'person', 'people')} and ${count(provisioning.groups, 'group', 'groups')} that it sent. Accounts stay as they are: those that it disabled stay disabled, and who leaves later keeps access until the session ends.`}
              confirmLabel="Turn off"
              cancelLabel="Cancel"
              onConfirm={async () => {
                await turnOff.mutateAsync({ id })
                setToken(null)
              }}
              trigger={<Button variant="danger">Turn off</Button>}
            />
            <ConfirmDialog
              danger
              title={`Replace the token of ${name}?`}
              description="The current token ends at once. Until the provider has the new one, its changes do not arrive."
              confirmLabel="Replace token"
              cancelLabel="Cancel"
              onConfirm={async () => setToken((await replaceToken.mutateAsync({ id })).token)}
              trigger={<Button>Replace token</Button>}
            />
          </>
        ) : (
          <Button
            variant="primary"
            busy={turnOn.isPending}
            onClick={() => turnOn.mutate({ id }, { onSuccess: ({ token: issued }) => setToken(issued) })}
          >
            Turn on
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {token === null ? null : (
          <SecretShownOnce title={`Token for ${name}`} secret={token} onDismiss={() => setToken(null)}>
            <p>Enter it at the provider, as the API token or secret token.</p>
          </SecretShownOnce>
        )}
        <KeyValueList
          labelWidth="9rem"
          items={[
            { key: 'State', value: provisioning ? 'on' : 'off' },
            {
              key: 'SCIM URL',
              value: <CopiedAddress label="SCIM URL" address={addresses.scimUrl} />,
            },
            ...(provisioning ? whatItKnows(provisioning) : []),
          ]}
        />
        {provisioning && provisioning.people > provisioning.linked ? (
          <p className="text-ink-3 text-xs">
            A person is linked to an account at the first sign-in, by the ID at the provider (externalId) or
            by a verified address. With Microsoft Entra ID, map objectId to externalId.
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

function whatItKnows({
  people,
  inactive,
  linked,
  groups,
  tokenPrefix,
  tokenSetAt,
  lastUsedAt,
}: NonNullable<Provider['provisioning']>) {
  const parts = [
    count(people, 'person', 'people'),
    `${linked} linked to an account`,
    `${inactive} deactivated`,
  ]
  return [
    { key: 'People', value: parts.join(', ') },
    { key: 'Groups', value: groups.toLocaleString('en') },
    {
      key: 'Token',
      value: (
        <>
          <code className="font-mono text-xs">{tokenPrefix}…</code> set <RelativeTime at={tokenSetAt} />
        </>
      ),
    },
    { key: 'Last request', value: lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'none yet' },
  ]
}

function useProvisioning(name: string) {
  const trpc = useTRPC()
  const options = useActionHandlers(trpc.signInProviders.pathKey())
  return {
    turnOn: useMutation(
      trpc.signInProviders.turnOnProvisioning.mutationOptions(options(`turn on provisioning by ${name}`)),
    ),
    replaceToken: useMutation(
      trpc.signInProviders.replaceProvisioningToken.mutationOptions(options(`replace the token of ${name}`)),
    ),
    turnOff: useMutation(
      trpc.signInProviders.turnOffProvisioning.mutationOptions({
        ...options(`turn off provisioning by ${name}`),
        onSuccess: () => showToast({ tone: 'success', title: `Provisioning by ${name} is off` }),
      }),
    ),
  }
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
