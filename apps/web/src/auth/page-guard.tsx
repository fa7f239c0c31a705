'use client'
import { describeScope } from '@frostline/domain'
import { EmptyState, SkeletonRows } from '@frostline/ui'
import { ShieldAlert } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { PageHeader } from '../features/shell/components/page-header.tsx'
import { useShownClusterSlug } from '../features/shell/hooks/use-clusters.ts'
import { routes } from '../navigation/routes.ts'
import { mayOpen, needOfPage } from './page-access.ts'
import { usePerson } from './use-person.ts'

/**
 * In place of a page that the user may not open, it says what they lack. The page is not rendered, so that it sends no query that
 * the API would refuse. Whoever comes to the overview of a cluster of which they see some tables is led to these.
 */
export function PageGuard({ children }: { children: ReactNode }) {
  const state = usePerson()
  const pathname = usePathname()
  const router = useRouter()
  const cluster = useShownClusterSlug()
  const access = state.kind === 'known' ? state.person.access : null
  const isClosed =
    access !== null && pathname !== routes.account && pathname !== routes.home && !mayOpen(access, pathname)
  const leadsToTables =
    isClosed &&
    cluster !== null &&
    pathname === routes.overview(cluster) &&
    mayOpen(access, routes.tables(cluster))
  useEffect(() => {
    if (leadsToTables) router.replace(routes.tables(cluster))
  }, [leadsToTables, cluster, router])
  if (leadsToTables) return <SkeletonRows count={8} />
  return isClosed ? <NoAccess hasSome={access.length > 0} pathname={pathname} /> : children
}

function NoAccess({ hasSome, pathname }: { hasSome: boolean; pathname: string }) {
  const need = needOfPage(pathname)
  const where = need.kind === 'anything' ? 'something' : describeScope(need)
  return (
    <>
      <PageHeader title="No access" />
      <EmptyState
        className="py-20"
        icon={<ShieldAlert />}
        title={hasSome ? `This page needs a role on ${where}` : 'Your account has no access yet'}
      >
        {hasSome
          ? 'Ask an admin for access, or choose a page from the navigation.'
          : 'Ask an admin to add you to a team or to give your account a role.'}
      </EmptyState>
    </>
  )
}
