'use client'
import { Menu, MenuGroup, MenuItem, MenuSeparator, Skeleton } from '@frostline/ui'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import Link from 'next/link'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { useRoleAllows } from '../../../auth/use-person.ts'
import { routes } from '../../../navigation/routes.ts'
import { reportError } from '../../../trpc/report-error.ts'
import { useClusters } from '../hooks/use-clusters.ts'

const frame =
  'flex h-10 w-full items-center gap-2 rounded-md border bg-surface px-2.5 text-left text-sm transition-colors hover:border-line-strong'

export function ClusterSwitcher({ slug }: { slug: string | null }) {
  const clusters = useClusters()
  const isAdmin = useRoleAllows('admin', 'everything')
  if (clusters.isPending && !clusters.isEnabled) return null
  if (clusters.isPending) return <Skeleton className="h-10 w-full rounded-md" />
  if (clusters.isError)
    return (
      <button
        type="button"
        className={frame}
        onClick={() => refetchFresh(clusters)}
        title={reportError(clusters.error, 'read the clusters').object}
      >
        <span aria-hidden className="hatch size-2.5 rounded-xs" />
        <span className="flex-1 text-ink-2">Could not load clusters</span>
        <span className="text-ink-3 text-xs">Try again</span>
      </button>
    )
  const current = clusters.data.find((cluster) => cluster.slug === slug)
  return (
    <Menu
      className="w-56"
      trigger={
        <button type="button" className={frame}>
          <span className="min-w-0 flex-1">
            <span className="block text-2xs text-ink-3 leading-3">Cluster</span>
            <span className="block truncate font-medium leading-4">
              {current?.name ?? (clusters.data.length === 0 ? 'None registered' : 'Choose a cluster')}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </button>
      }
    >
      <MenuGroup label="Clusters">
        {clusters.data.map((cluster) => (
          <MenuItem
            key={cluster.slug}
            render={<Link href={routes.overview(cluster.slug)} />}
            icon={cluster.slug === slug ? <Check aria-hidden /> : <span className="size-4" />}
          >
            {cluster.name}
          </MenuItem>
        ))}
      </MenuGroup>
      {isAdmin ? (
        <>
          <MenuSeparator />
          <MenuItem render={<Link href={routes.adminClusters} />} icon={<Plus aria-hidden />}>
            Manage clusters
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
