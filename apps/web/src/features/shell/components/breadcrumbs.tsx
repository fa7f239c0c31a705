'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Fragment } from 'react'
import { useClusters } from '../hooks/use-clusters.ts'
import { listCrumbs } from '../list-crumbs.ts'

/** The last crumb is the page itself and takes what room is left. */
export function Breadcrumbs() {
  const pathname = usePathname()
  const clusters = useClusters()
  const nameOf = (slug: string) => clusters.data?.find((cluster) => cluster.slug === slug)?.name ?? slug
  const crumbs = listCrumbs(pathname, nameOf)
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        {crumbs.map((crumb, index) => (
          <Fragment key={`${crumb.label} ${crumb.href ?? ''}`}>
            {index > 0 ? (
              <li
                aria-hidden
                className={index < crumbs.length - 1 ? 'hidden text-ink-3 sm:block' : 'text-ink-3'}
              >
                /
              </li>
            ) : null}
            <li
              className={
                crumb.href
                  ? 'hidden shrink-0 text-ink-3 first:block sm:block'
                  : 'min-w-0 truncate font-medium'
              }
            >
              {crumb.href ? (
                <Link
                  href={crumb.href as Route}
                  className="block max-w-28 truncate rounded-sm hover:text-ink sm:max-w-48"
                >
                  {crumb.label}
                </Link>
              ) : (
                <span aria-current="page">{crumb.label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
