import type { MouseEvent, MouseEventHandler } from 'react'

/** Of a button. One that is busy refuses clicks but keeps the focus, which the browser would take from a disabled one. */
export function disabledProps(
  disabled: boolean,
  busy: boolean,
  onClick: MouseEventHandler<HTMLButtonElement> | undefined,
) {
  return {
    disabled: disabled && !busy,
    'aria-disabled': busy || undefined,
    'aria-busy': busy || undefined,
    'data-disabled': disabled || busy ? '' : undefined,
    // A submit button that is busy must not send its form again.
    onClick: busy ? (event: MouseEvent) => event.preventDefault() : onClick,
  }
}
