import { LoaderCircle } from 'lucide-react'
import { joinClasses } from './join-classes.ts'

/** Decorative: the element that waits carries aria-busy. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <LoaderCircle aria-hidden className={joinClasses('size-4 animate-spin', className)} />
}
