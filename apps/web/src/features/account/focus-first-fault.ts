/** Takes the keyboard to the first control of a form that is marked invalid, once the marks are drawn. */
export function focusFirstFault(within: Element): void {
  const form = within.closest('form')
  requestAnimationFrame(() => {
    const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    control?.focus({ preventScroll: true })
    // In the middle: at the edge the top bar would cover it.
    control?.scrollIntoView({ block: 'center' })
  })
}
