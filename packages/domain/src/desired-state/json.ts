export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export function isJsonMap(value: Json | undefined): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/**
 * The references of the secrets of a spec, such as `env:NAME`, by their place: `secret`, or
 * `disks.cold.secret_access_key.secret`.
 */
export function secretRefsOf(spec: Json): Record<string, string> {
  return Object.fromEntries(listSecretRefs(spec, ''))
}

function listSecretRefs(spec: Json | undefined, at: string): [string, string][] {
  if (!isJsonMap(spec)) return []
  return Object.entries(spec).flatMap(([key, value]): [string, string][] =>
    key === 'secret' && typeof value === 'string'
      ? [[`${at}${key}`, value]]
      : listSecretRefs(value, `${at}${key}.`),
  )
}

/** The spec with these references, by their place. */
export function withSecretRefs(spec: Json, refs: Readonly<Record<string, string>>, at = ''): Json {
  if (!isJsonMap(spec)) return spec
  const own = refs[`${at}secret`]
  return {
    ...Object.fromEntries(
      Object.entries(spec).map(([key, value]) => [key, withSecretRefs(value, refs, `${at}${key}.`)]),
    ),
    ...(own === undefined ? {} : { secret: own }),
  }
}

/** The spec without these fields, at any depth. */
export function withoutFields(spec: Json, fields: ReadonlySet<string>): Json {
  if (!isJsonMap(spec)) return spec
  return Object.fromEntries(
    Object.entries(spec).flatMap(([key, value]) =>
      fields.has(key) && !isJsonMap(value) ? [] : [[key, withoutFields(value, fields)]],
    ),
  )
}
