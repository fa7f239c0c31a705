export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export function isJsonMap(value: Json | undefined): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The reference of the secret of a spec, such as `env:NAME`. Null: it has none. */
export function secretRefOf(spec: Json): string | null {
  return isJsonMap(spec) && typeof spec.secret === 'string' ? spec.secret : null
}
