import { useEffect } from 'react'

/** A document whose page does not hydrate, because it leads to another or a script is lost, keeps answers for no longer. */
const maxWaitMs = 10_000

/**
 * React hydrates the page of a document after its frame, and discards HTML that does not fit the data. Both show some of the
 * same data, so an answer that came after the HTML waits until the page has hydrated.
 */
export class Hydration {
  #finish = () => {}
  readonly #finished = new Promise<void>((resolve) => {
    this.#finish = resolve
  })

  pageHydrated(): void {
    this.#finish()
  }

  /** Resolves when the page has hydrated, or after `maxWaitMs`. */
  async finished(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxWaitMs)
    })
    await Promise.race([this.#finished, waited])
    clearTimeout(timer)
  }
}

/** Of this tab's document. */
export const documentHydration = new Hydration()

/** Each page calls it, most in their header. */
export function usePageHydrated(): void {
  useEffect(() => documentHydration.pageHydrated(), [])
}
