'use client'
import { Spotlight } from '@frostline/ui/spotlight'
import { PaletteBody } from '../palette/palette-body.tsx'

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
