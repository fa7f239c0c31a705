/**
 * How a value of the page's state is encoded in its URL. A default is not written, so that URLs stay short; an invalid
 * value falls back to the default, so that an old or edited link still opens.
 */
export interface UrlParam<Value> {
  read: (raw: string | null) => Value
  /** null: omit it. */
  write: (value: Value) => string | null
}

/** What a page reads from its URL with these params. */
export type UrlState<Params extends Record<string, { read: (raw: string | null) => unknown }>> = {
  [Key in keyof Params]: ReturnType<Params[Key]['read']>
}

export function textParam(initial = ''): UrlParam<string> {
  return {
    read: (raw) => raw ?? initial,
    write: (value) => (value === initial ? null : value),
  }
}

export function choiceParam<Value extends string>(
  choices: readonly Value[],
  initial: Value,
): UrlParam<Value> {
  return {
    read: (raw) => choices.find((choice) => choice === raw) ?? initial,
    write: (value) => (value === initial ? null : value),
  }
}

export function optionalChoiceParam<Value extends string>(choices: readonly Value[]): UrlParam<Value | null> {
  return { read: (raw) => choices.find((choice) => choice === raw) ?? null, write: (value) => value }
}

export function integerParam(initial: number, least = 0): UrlParam<number> {
  return {
    read: (raw) => {
      const value = raw !== null && /^-?\d{1,15}$/.test(raw) ? Number(raw) : initial
      return value < least ? initial : value
    },
    write: (value) => (value === initial ? null : String(value)),
  }
}

export function flagParam(initial = false): UrlParam<boolean> {
  return {
    read: (raw) => (raw === null ? initial : raw === '1'),
    write: (value) => (value === initial ? null : value ? '1' : '0'),
  }
}

/** A set of names: each is escaped, so that names with commas survive. */
export function namesParam(): UrlParam<ReadonlySet<string>> {
  return {
    read: (raw) => new Set((raw ?? '').split(',').filter(Boolean).map(unescapeName)),
    write: (names) => (names.size === 0 ? null : [...names].map(encodeURIComponent).join(',')),
  }
}

export interface UrlSort {
  id: string
  desc: boolean
}

/** `size` is ascending, `-size` descending. An unknown column is ignored. */
export function sortParam(ids: readonly string[], initial: UrlSort | null): UrlParam<UrlSort | null> {
  const print = (sort: UrlSort | null) => (sort ? `${sort.desc ? '-' : ''}${sort.id}` : 'none')
  return {
    read: (raw) => {
      if (raw === 'none') return null
      const id = raw?.replace(/^-/, '')
      return id !== undefined && ids.includes(id) ? { id, desc: raw?.startsWith('-') ?? false } : initial
    },
    write: (sort) => (print(sort) === print(initial) ? null : print(sort)),
  }
}

function unescapeName(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
