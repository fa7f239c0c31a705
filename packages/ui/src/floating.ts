/** Shared looks of everything that floats above the page. */
export const floatingSurface =
  'rounded-lg bg-raised text-ink shadow-float outline-hidden transition-[opacity,scale] duration-100 ease-out origin-(--transform-origin) data-starting-style:opacity-0 data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-ending-style:scale-[0.98]'

export const floatingItem =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm text-ink-2 outline-hidden data-highlighted:bg-hover data-highlighted:text-ink data-disabled:text-ink-3 data-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

export const backdropClasses =
  'fixed inset-0 z-40 min-h-dvh bg-black/35 transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0 dark:bg-black/60'
