import { joinClasses } from './join-classes.ts'

/** Give it the exact size of the content, so that nothing moves. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div aria-hidden className={joinClasses('animate-shimmer rounded-sm bg-hover', className)} />
}

interface SkeletonRowsProps {
  count?: number
  /** What a screen reader announces. */
  label?: string
  className?: string | undefined
}

export function SkeletonRows({ count = 6, label = 'Loading', className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className={joinClasses('flex flex-col gap-2.5', className)}>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key, index) => (
        <Skeleton key={key} className={index % 3 === 2 ? 'h-4 w-3/5' : 'h-4 w-full'} />
      ))}
    </div>
  )
}
