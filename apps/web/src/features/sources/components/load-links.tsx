'use client'
import { buttonClasses } from '@frostline/ui'
import { Import } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { routes } from '@/navigation/routes.ts'
import { namesParam } from '@/navigation/url-params.ts'

interface LoadLinksProps {
  source: string
  bucket: string
  /** Empty: everything below the prefix. */
  keys: readonly string[]
  prefix: string
}

/** An address longer than this is cut off by some proxies. */
const maxCharacters = 6_000

/** The way from objects that were picked, or from a whole folder, into the wizard of a cluster. */
export function LoadLinks({ source, bucket, keys, prefix }: LoadLinksProps) {
  const operator = useRoleAllows('operator')
  const clusters = useClusters()
  if (!operator) return null
  const picked = namesParam().write(new Set(keys)) ?? ''
  // A key that reads as a pattern cannot stand in one: then the folder is left to the wizard.
  const glob = /[*?{]/.test(prefix) ? '' : `${prefix}**`
  const from =
    picked !== '' && picked.length <= maxCharacters
      ? { source, bucket, keys: picked }
      : { source, bucket, glob }
  const what = 'keys' in from ? `Load ${keys.length} selected` : 'Load this folder'
  return (clusters.data ?? []).map((cluster) => (
    <Link key={cluster.slug} href={routes.newLoad(cluster.slug, from)} className={buttonClasses('secondary')}>
      <Import aria-hidden /> {what}
      {(clusters.data?.length ?? 0) > 1 ? ` into ${cluster.name}` : ''}
    </Link>
  ))
}
