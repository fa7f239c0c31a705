/** A server's event counters; one without an entry was never counted, so it is 0. */
export function sumEvents(events: Readonly<Record<string, bigint>>, ...names: string[]): bigint {
  return names.reduce((sum, name) => sum + (events[name] ?? 0n), 0n)
}
