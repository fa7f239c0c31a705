import type { ErrorLink } from './error-links.tsx'

export type ToastTone = 'info' | 'success' | 'warning' | 'error'

export interface ToastMessage {
  title: string
  description?: string | undefined
  links?: readonly ErrorLink[] | undefined
  tone?: ToastTone | undefined
  action?: { label: string; onClick: () => void } | undefined
}

type Deliver = (message: ToastMessage) => void

/** Messages that wait for the code that shows them. It is loaded with the first one. */
const waiting: ToastMessage[] = []
const listeners = new Set<() => void>()
let deliver: Deliver | null = null
let isWanted = false

/** Shows a message from anywhere in the browser. Errors stay until dismissed; the rest leave after 6 s. */
export function showToast(message: ToastMessage): void {
  if (deliver) deliver(message)
  else waiting.push(message)
  isWanted = true
  for (const notify of listeners) notify()
}

/** Sends all messages to `to`, waiting ones first. Returns a function that ends this. */
export function deliverToasts(to: Deliver): () => void {
  deliver = to
  for (const message of waiting.splice(0)) to(message)
  return () => {
    deliver = null
  }
}

/** Subscribes to `areToastsWanted`, for useSyncExternalStore. */
export function followToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether there was ever a message. */
export function areToastsWanted(): boolean {
  return isWanted
}
