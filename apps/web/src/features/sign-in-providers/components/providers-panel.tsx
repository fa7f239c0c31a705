'use client'
import { Button, EmptyPicture, Panel } from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { KeyRound, LogIn, Plus } from 'lucide-react'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { AddProvider } from './provider-dialogs.tsx'
import { ProviderItem } from './provider-item.tsx'

export function ProvidersPanel({
  query,
}: {
  query: UseQueryResult<RouterOutputs['signInProviders']['list'], unknown>
}) {
  return (
    <Panel
      title="Providers"
      description="The sign-in page shows a button for each enabled provider."
      minHeightPx={180}
      actions={
        query.data ? (
          <AddProvider
            addresses={query.data}
            trigger={
              <Button size="sm" variant="primary" icon={<Plus aria-hidden />}>
                Add provider
              </Button>
            }
          />
        ) : undefined
      }
      {...panelFromQuery(query, {
        task: 'read the sign-in providers',
        empty: ({ providers }) =>
          providers.length > 0
            ? null
            : {
                picture: (
                  <EmptyPicture
                    of={[
                      [KeyRound, 'plain'],
                      [LogIn, 'accent'],
                    ]}
                  />
                ),
                title: 'No providers',
                children:
                  'People sign in with a password. Add an OpenID Connect provider, such as Okta, Microsoft Entra ID or Keycloak.',
              },
      })}
    >
      <ul className="flex flex-col divide-y">
        {query.data?.providers.map((provider) => (
          <ProviderItem key={provider.id} provider={provider} addresses={query.data} />
        ))}
      </ul>
    </Panel>
  )
}
