'use client'
import { Badge, Button, ConfirmDialog, KeyValueList, showToast } from '@frostline/ui'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useActionHandlers } from '@/trpc/use-action-handlers.ts'
import type { Provider, ProviderAddresses } from '../provider.ts'
import { CopiedAddress } from './copied-address.tsx'
import { EditProvider } from './provider-dialogs.tsx'
import { Provisioning } from './provisioning-dialog.tsx'

interface ProviderItemProps {
  provider: Provider
  addresses: ProviderAddresses
}

export function ProviderItem({ provider, addresses }: ProviderItemProps) {
  const trpc = useTRPC()
  const handlers = useActionHandlers(trpc.signInProviders.pathKey())
  const check = useMutation(
    trpc.signInProviders.check.mutationOptions({
      onError: (error) => showFailure(error, `check ${provider.name}`),
      onSuccess: ({ ok, fault, hint, announcesPkce, signsOut }) =>
        showToast(
          ok
            ? {
                tone: 'success',
                title: `${provider.name} answers`,
                description: [
                  announcesPkce ? 'PKCE with S256 is supported.' : 'PKCE is used, but not announced.',
                  signsOut ? 'Signing out ends the session there too.' : 'It offers no sign-out.',
                ].join(' '),
              }
            : { tone: 'error', title: fault ?? 'The check failed', description: hint ?? '' },
        ),
    }),
  )
  const remove = useMutation(trpc.signInProviders.remove.mutationOptions(handlers(`remove ${provider.name}`)))
  const { roleRules, defaultRole, accounts } = provider
  return (
    <li aria-label={provider.name} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-2 font-medium text-sm">
          <span className="truncate">{provider.name}</span>
          {provider.enabled ? null : <Badge>disabled</Badge>}
          {provider.provisioning ? <Badge>provisioning on</Badge> : null}
        </h3>
        <EditProvider provider={provider} addresses={addresses} trigger={<Button size="sm">Edit</Button>} />
        <Provisioning provider={provider} addresses={addresses} />
        <Button
          size="sm"
          busy={check.isPending}
          onClick={() => check.mutate({ issuer: provider.issuer, hasSecret: provider.hasSecret })}
        >
          Check
        </Button>
        <ConfirmDialog
          danger
          title={`Remove ${provider.name}?`}
          description={`The ${countPeople(accounts)} who signed in with it keep their accounts, but cannot sign in with it. If you add it again, they are linked again only by a verified address. Their sessions from it end.`}
          confirmLabel="Remove provider"
          cancelLabel="Cancel"
          onConfirm={async () => void (await remove.mutateAsync({ id: provider.id }))}
          trigger={<Button size="sm">Remove</Button>}
        />
      </div>
      <KeyValueList
        labelWidth="8rem"
        items={[
          { key: 'Issuer', value: <span className="break-all font-mono text-xs">{provider.issuer}</span> },
          {
            key: 'Callback URL',
            value: (
              <CopiedAddress
                label="callback URL"
                address={addresses.callbackUrl.replace('{id}', provider.id)}
              />
            ),
          },
          {
            key: 'Roles',
            value: (
              <ol className="flex flex-col gap-1">
                {roleRules.map(({ group, role }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity than their place
                  <li key={index} className="flex flex-wrap items-center gap-x-2">
                    <span className="min-w-0 break-all font-mono text-xs">{group}</span>
                    <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>
                  </li>
                ))}
                <li className="text-ink-3 text-xs">
                  {defaultRole === null ? 'Others are refused.' : `Others: ${defaultRole}.`}
                </li>
              </ol>
            ),
          },
          { key: 'Accounts', value: countPeople(accounts) },
        ]}
      />
    </li>
  )
}

function countPeople(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
}
