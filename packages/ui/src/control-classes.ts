/* 16 px on touch widths: smaller text makes iOS zoom the page on focus. */
export const controlClasses =
  'w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-base sm:text-sm text-ink placeholder:text-ink-3 transition-colors duration-100 hover:border-ink-3 focus:border-accent focus:outline-1 focus:outline-accent focus:outline-offset-0 data-invalid:border-danger data-disabled:border-line data-disabled:bg-sunken data-disabled:text-ink-3'
