'use client'
import { Spotlight } from '@frostline/ui'
import dynamic from 'next/dynamic'

/** Loaded when it is opened first: no page needs it to show what it has. */
const PaletteBody = dynamic(
  () => import('../palette/palette-body.tsx').then(({ PaletteBody }) => PaletteBody),
  {
    ssr: false,
  },
)

interface CommandPaletteProps {
  /** Slug of the cluster whose tables and pages are offered. */
  cluster: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onShowShortcuts: () => void
}

export function CommandPalette({ cluster, open, onOpenChange, onShowShortcuts }: CommandPaletteProps) {
  return (
    <Spotlight title="Search or jump to" open={open} onOpenChange={onOpenChange}>
      <PaletteBody cluster={cluster} close={() => onOpenChange(false)} onShowShortcuts={onShowShortcuts} />
    </Spotlight>
  )
}
