'use client'
import { Button, buttonClasses, EmptyState, ErrorState, SkeletonRows } from '@frostline/ui'
import { Network, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { useRoleAllows } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { usePageHydrated } from '../../../trpc/late-answers.tsx'
import { reportError } from '../../../trpc/report-error.ts'
import { useClusters, useShownClusterSlug } from '../../shell/hooks/use-clusters.ts'

/** The start page is the overview of the cluster that was open last, or the first; without one it says how to get one. */
export function FirstCluster() {
  const clusters = useClusters()
  const router = useRouter()
  const isAdmin = useRoleAllows('admin', 'everything')
  const shown = useShownClusterSlug()
  usePageHydrated()
  useEffect(() => {
    if (shown !== null) router.replace(routes.overview(shown))
  }, [shown, router])
  if (clusters.isError)
    return (
      <ErrorState
        error={reportError(clusters.error, 'read the clusters')}
        onRetry={() => refetchFresh(clusters)}
        retrying={clusters.isFetching}
      />
    )
  if (clusters.data?.length !== 0) return <SkeletonRows count={8} className="pt-2" />
  return (
    <>
      <h1 className="sr-only">Frostline</h1>
      <EmptyState
        className="py-24"
        icon={<Network />}
        title="No clusters yet"
        action={
          isAdmin ? (
            <Link href={routes.adminClusters} className={buttonClasses('primary')}>
              Register a cluster
            </Link>
          ) : (
            <Button icon={<RotateCw aria-hidden />} onClick={() => refetchFresh(clusters)}>
              Refresh
            </Button>
          )
        }
      >
        {isAdmin
          ? 'Enter the addresses of its nodes and a user. Frostline tests the connection to each node before it saves anything.'
          : 'Ask an admin to register one.'}
      </EmptyState>
    </>
  )
}
