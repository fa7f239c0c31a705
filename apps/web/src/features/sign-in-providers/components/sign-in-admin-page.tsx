'use client'
import { useQuery } from '@tanstack/react-query'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { PolicyPanel } from './policy-panel.tsx'
import { ProvidersPanel } from './providers-panel.tsx'

/** How people sign in: providers, and whether passwords are accepted. */
export function SignInAdminPage() {
  const visit = useVisit()
  return (
    <NeedsRole needed="admin" title="Sign-in" task="Configuring sign-in">
      <SignInAdmin key={visit} />
    </NeedsRole>
  )
}

function SignInAdmin() {
  const trpc = useTRPC()
  const query = useQuery(trpc.signInProviders.list.queryOptions())
  return (
    <>
      <PageHeader
        title="Sign-in"
        description="OpenID Connect providers, the roles of their groups, and whether passwords are accepted."
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ProvidersPanel query={query} />
        <PolicyPanel hasProvider={query.data?.providers.some(({ enabled }) => enabled) ?? false} />
      </div>
    </>
  )
}
