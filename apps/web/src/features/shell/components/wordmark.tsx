import { LogoMark } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '../../../navigation/routes.ts'

export function Wordmark() {
  return (
    <Link
      href={routes.home}
      className="flex items-center gap-2 rounded-sm font-semibold text-base tracking-tight"
    >
      <LogoMark className="size-5.5" />
      Frostline
    </Link>
  )
}
