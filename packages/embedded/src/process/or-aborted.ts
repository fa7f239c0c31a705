/** The result of the work, or the reason of `abort` as soon as it aborts. The work itself continues then. */
export async function orAborted<T>(work: Promise<T>, abort: AbortSignal | undefined): Promise<T> {
  if (!abort) return work
  const settled = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = () => reject(abort.reason)
    if (abort.aborted) giveUp()
    else abort.addEventListener('abort', giveUp, { signal: settled.signal })
  })
  return Promise.race([work, aborted]).finally(() => settled.abort())
}
