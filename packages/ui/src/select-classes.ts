import { controlClasses } from './control-classes.ts'
import { joinClasses } from './join-classes.ts'

/** Classes of a closed list. */
export function selectClasses(size: 'sm' | 'md', className: string | undefined): string {
  return joinClasses(
    controlClasses,
    'flex select-none items-center justify-between gap-2 text-left text-sm',
    size === 'sm' ? 'h-7 px-2 text-xs' : 'h-8',
    className,
  )
}
