import { canonicalJson } from '../audit/canonical-json.ts'
import { isJsonMap, type Json } from './json.ts'
import { type StateObject, stateKinds, wholeSpec } from './state-kinds.ts'

/** Only what is not the default. */
export function withoutDefaults(object: Pick<StateObject, 'kind' | 'name' | 'spec'>): Json {
  const { spec } = object
  if (Array.isArray(spec)) return spec.map(withoutRouteDefaults)
  if (!isJsonMap(spec)) return spec
  const whole = canonicalJson(wholeSpec(object))
  const fits = (rest: Json) =>
    stateKinds[object.kind].spec.safeParse(rest).success &&
    canonicalJson(wholeSpec({ ...object, spec: rest })) === whole
  return shrink(spec, fits)
}

const routeDefaults: Record<string, string> = {
  ...{ severities: '[]', clusters: '[]', kinds: '[]', channels: '[]' },
  ...{ everyChannel: 'false', continues: 'false' },
}

function withoutRouteDefaults(route: Json): Json {
  if (!isJsonMap(route)) return route
  return Object.fromEntries(
    Object.entries(route).filter(([key, value]) => routeDefaults[key] !== JSON.stringify(value)),
  )
}

/** The fields of an object, and of the objects in it, that are needed to get the same whole. */
function shrink(value: { [key: string]: Json }, fits: (rest: Json) => boolean): { [key: string]: Json } {
  let kept = value
  for (const key of Object.keys(value)) {
    const { [key]: own, ...rest } = kept
    if (fits(rest)) {
      kept = rest
      continue
    }
    if (isJsonMap(own)) {
      const before = kept
      kept = { ...before, [key]: shrink(own, (inner) => fits({ ...before, [key]: inner })) }
    }
  }
  return kept
}
