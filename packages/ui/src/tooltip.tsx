'use client'
import {
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { TooltipPopupProps } from './tooltip-popup.tsx'

const TooltipPopup = lazy(() => import('./tooltip-popup.tsx'))

const delayMs = 350
/** A second tooltip opens without delay this soon after the first. */
const groupMs = 400
let lastShownMs = Number.NEGATIVE_INFINITY

export interface TooltipProps extends Omit<TooltipPopupProps, 'anchor' | 'onClose'> {
  /** One element that takes handlers; it must be focusable to show its tooltip on focus. */
  children: ReactElement
}

interface Handlers {
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined
}

/**
 * Supplementary text for the eye only: what a person must know stands in the page or in the name of the element. The code
 * that places it is loaded when a tooltip is first shown.
 */
export function Tooltip({ content, children, side }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const child = children as ReactElement<Handlers>
  const { props } = child
  const show = (element: Element, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // It would cover what the element has opened.
      if (element.getAttribute('aria-expanded') !== 'true') setAnchor(element)
    }, afterMs)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (anchor) lastShownMs = performance.now()
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const trigger = cloneElement(child, {
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event)
      if (event.pointerType !== 'touch')
        show(event.currentTarget, performance.now() - lastShownMs < groupMs ? 0 : delayMs)
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event)
      hide()
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event)
      hide()
    },
    onFocus: (event) => {
      props.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0)
    },
    onBlur: (event) => {
      props.onBlur?.(event)
      hide()
    },
  })
  return (
    <>
      {trigger}
      {anchor ? (
        <Suspense fallback={null}>
          <TooltipPopup anchor={anchor} content={content} side={side} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
