import { buttonClasses } from '@frostline/ui'
import { Download } from 'lucide-react'

/** A whole ledger as a file. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a className={buttonClasses('ghost')} href={href} download>
      <Download aria-hidden /> Export
    </a>
  )
}
