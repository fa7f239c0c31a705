'use client'
import { buttonClasses } from '@frostline/ui'
import { FilePlus2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { routes } from '@/navigation/routes.ts'

interface GenerateLinksProps {
  source: string
  bucket: string
  prefix: string
}

/** From a folder to test data in it, written by a cluster. */
export function GenerateLinks(at: GenerateLinksProps) {
  const operator = useRoleAllows('operator')
  const clusters = useClusters().data ?? []
  if (!operator) return null
  return clusters.map(({ slug, name }) => (
    <Link key={slug} href={routes.newGeneration(slug, at)} className={buttonClasses('ghost')}>
      <FilePlus2 aria-hidden /> Generate test data{clusters.length > 1 ? ` by ${name}` : ''}
    </Link>
  ))
}
