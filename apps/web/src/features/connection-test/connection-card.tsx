import { Badge, Button, buttonClasses } from '@frostline/ui'
import { Pencil, PlugZap } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'

interface ConnectionCardProps {
  name: string
  /** Left out: the name is no link. */
  href?: Route
  badge: string
  /** In a line below the name. */
  facts: ReactNode
  onTest: () => void
  edit: Route
  /** The button that removes it, for admins. */
  remove: ReactNode
  children: ReactNode
}

/** A registered connection in a list of its kind: test it, edit it, remove it. */
export function ConnectionCard({
  name,
  href,
  badge,
  facts,
  onTest,
  edit,
  remove,
  children,
}: ConnectionCardProps) {
  const operator = useRoleAllows('operator')
  const admin = useRoleAllows('admin')
  return (
    <li className="border-b last:border-b-0">
      <article aria-label={name} className="flex flex-col gap-3 px-4 py-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 className="flex flex-wrap items-center gap-x-2 font-medium text-base">
              {href ? (
                <Link href={href} className="break-words hover:underline">
                  {name}
                </Link>
              ) : (
                <span className="break-words">{name}</span>
              )}
              <Badge>{badge}</Badge>
            </h3>
            <p className="flex flex-wrap items-center gap-x-3 text-ink-3 text-xs">{facts}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {operator ? (
              <Button
                size="sm"
                icon={<PlugZap aria-hidden />}
                aria-label={`Test connection of ${name}`}
                onClick={onTest}
              >
                Test connection
              </Button>
            ) : null}
            {admin ? (
              <>
                <Link href={edit} aria-label={`Edit ${name}`} className={buttonClasses('secondary', 'sm')}>
                  <Pencil aria-hidden /> Edit
                </Link>
                {remove}
              </>
            ) : null}
          </div>
        </div>
        {children}
      </article>
    </li>
  )
}
