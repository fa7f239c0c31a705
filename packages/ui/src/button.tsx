'use client'
import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'
import { disabledProps } from './disabled-props.ts'
import { joinClasses } from './join-classes.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
  /** Shows a spinner in place of the icon and refuses clicks; keeps the width and the focus. */
  busy?: boolean | undefined
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  disabled = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...disabledProps(disabled, busy, rest.onClick)}
      type={type}
      className={joinClasses(buttonClasses(variant, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
