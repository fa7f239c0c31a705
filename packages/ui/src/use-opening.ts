'use client'
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'

interface OpeningOptions {
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

interface Opening {
  open: boolean
  setOpen: (open: boolean) => void
  /** Whether it was ever open. Its code is loaded then and stays, so that it can close smoothly. */
  wasOpen: boolean
  /** The element that opened it and gets the focus back. Null if it was not opened by its trigger. */
  opener: RefObject<HTMLElement | null>
  trigger: ReactNode
}

/** Props of the part that is loaded when it opens. */
export type OpenedProps<Props> = Omit<Props, 'trigger' | 'open' | 'onOpenChange'> &
  Pick<Opening, 'open' | 'setOpen' | 'opener'>

interface TriggerProps {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
}

/** The state of a dialog or drawer whose code is loaded when it first opens. Until then only its trigger is in the page. */
export function useOpening(options: OpeningOptions): Opening {
  const [innerOpen, setInnerOpen] = useState(false)
  const open = options.open ?? innerOpen
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  const opener = useRef<HTMLElement>(null)
  const setOpen = (next: boolean) => {
    setInnerOpen(next)
    options.onOpenChange?.(next)
  }
  const given = options.trigger as ReactElement<TriggerProps> | undefined
  const trigger = given
    ? cloneElement(given, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'data-popup-open': open ? '' : undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          given.props.onClick?.(event)
          opener.current = event.currentTarget
          // Not toggled: a second click while the code is loading must not close it.
          setOpen(true)
        },
      } as TriggerProps)
    : null
  return { open, setOpen, wasOpen, opener, trigger }
}
