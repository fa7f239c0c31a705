import { joinClasses } from './join-classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-ink text-on-ink hover:not-data-disabled:bg-ink-2 active:not-data-disabled:bg-ink-3 data-disabled:bg-hover data-disabled:text-ink-3',
  secondary:
    'border border-line-strong bg-surface text-ink hover:not-data-disabled:bg-hover active:not-data-disabled:bg-pressed data-popup-open:bg-hover data-disabled:text-ink-3 data-disabled:border-line',
  ghost:
    'text-ink-2 hover:not-data-disabled:bg-hover hover:not-data-disabled:text-ink active:not-data-disabled:bg-pressed data-popup-open:bg-hover data-disabled:text-ink-3/70',
  danger:
    'bg-danger text-on-danger hover:not-data-disabled:brightness-110 active:not-data-disabled:brightness-95 data-disabled:bg-hover data-disabled:text-ink-3',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-xs gap-1.5 [&_svg]:size-3.5',
  md: 'h-8 px-3 text-sm gap-2 [&_svg]:size-4',
}

/** Classes of a button, for links that must look like one. */
export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return joinClasses(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors duration-100 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}
