import { type ReactNode, useId } from 'react'

/** One action under a heading of its own. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3 border-t pt-4">
      <h3 id={titleId} className="font-medium text-sm">
        {title}
      </h3>
      {children}
    </section>
  )
}
