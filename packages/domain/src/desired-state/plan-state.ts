import { canonicalJson } from '../audit/canonical-json.ts'
import { indexObjects, sortObjects } from './desired-state.ts'
import { isJsonMap, type Json, secretRefsOf, withoutFields } from './json.ts'
import { addressOf, factsOfState, type StateKind, type StateObject, titleOf } from './state-kinds.ts'

export const stateActions = ['create', 'update', 'replace', 'remove'] as const
export type StateAction = (typeof stateActions)[number]

/** A field that differs. Null: it is not there. */
interface StateField {
  /** Such as `windowSpans` or `read.columns`. Empty: the whole. */
  path: string
  before: Json
  after: Json
}

export interface StateChange {
  kind: StateKind
  cluster: string | null
  name: string
  address: string
  title: string
  action: StateAction
  before: Json
  after: Json
  fields: StateField[]
  /** Its secret is stored anew. */
  newSecret: boolean
  /** Why it cannot be applied. Null: it can. */
  blocked: string | null
}

/** How the given value of a secret relates to the stored one. `unknown`: no value was given. */
export type SecretState = 'same' | 'differs' | 'unknown'

export interface StateScope {
  desired: readonly StateObject[]
  current: readonly StateObject[]
  /** Addresses of what was managed by the same file before. */
  managed: readonly string[]
  prune: readonly StateKind[]
  secrets: ReadonlyMap<string, SecretState>
}

export interface StatePlan {
  /** In the order in which they are applied. */
  changes: StateChange[]
  /** In the file, and as it says. */
  unchanged: string[]
  /** Managed by the file before, but no longer in it. They are left as they are. */
  released: string[]
}

/** What has to change so that everything in the file is as it says. Pure: the same input gives the same plan. */
export function planState({ desired, current, managed, prune, secrets }: StateScope): StatePlan {
  const present = indexObjects(current)
  const wanted = indexObjects(desired)
  const unchanged: string[] = []
  const changes = sortObjects(desired).flatMap((object) => {
    const address = addressOf(object)
    const change = planObject(object, present.get(address), secrets.get(address) ?? 'unknown')
    if (change === null) unchanged.push(address)
    return change ?? []
  })
  const gone = current.filter((object) => {
    const address = addressOf(object)
    return managed.includes(address) && !wanted.has(address)
  })
  const removed = sortObjects(gone.filter(({ kind }) => prune.includes(kind)))
    .toReversed()
    .map((object) => change(object, 'remove', object.spec, null, false))
  const removedAddresses = new Set(removed.map(({ address }) => address))
  const released = managed.filter((address) => !wanted.has(address) && !removedAddresses.has(address))
  return { changes: [...changes, ...removed], unchanged, released: released.toSorted() }
}

function planObject(
  object: StateObject,
  present: StateObject | undefined,
  secret: SecretState,
): StateChange | null {
  if (!present) {
    const hasSecret = Object.keys(secretRefsOf(object.spec)).length > 0
    const created = change(object, 'create', null, object.spec, hasSecret)
    return { ...created, blocked: factsOfState(object.kind).existing ?? null }
  }
  const after = asCompared(object, present)
  const before = comparable(present.spec)
  const stored = secretRefsOf(present.spec)
  const wanted = Object.keys(secretRefsOf(object.spec))
  const newSecret =
    wanted.length > 0 && (secret === 'differs' || wanted.some((place) => stored[place] === undefined))
  if (!newSecret && canonicalJson(before) === canonicalJson(after)) return null
  const { fixed } = factsOfState(object.kind)
  const fields = listFields(before, after)
  const touched = fields.filter(({ path }) => fixed?.fields.some((field) => path.split('.')[0] === field))
  const isFixed = touched.length > 0
  return {
    ...change(
      object,
      isFixed && fixed?.change === 'replace' ? 'replace' : 'update',
      present.spec,
      object.spec,
      newSecret,
    ),
    fields,
    blocked:
      isFixed && fixed?.change === 'refuse'
        ? `${touched.map(({ path }) => path).join(', ')} of a ${factsOfState(object.kind).noun} cannot be changed. Create another one with a new name.`
        : null,
  }
}

function change(
  object: StateObject,
  action: StateAction,
  before: Json,
  after: Json,
  newSecret: boolean,
): StateChange {
  const { kind, cluster, name } = object
  return {
    ...{
      kind,
      cluster,
      name,
      address: addressOf(object),
      title: titleOf(object),
      action,
      before,
      after,
      newSecret,
    },
    fields: listFields(comparable(before), comparable(after)),
    blocked: null,
  }
}

/** Secrets are compared by their values elsewhere. The others say how a change is made. */
const notCompared = new Set(['secret', 'startWith', 'engineCheck'])
const comparable = (spec: Json) => withoutFields(spec, notCompared)

/** The wanted spec. Loose fields that the file leaves out have their present values. */
function asCompared({ kind, spec }: StateObject, present: StateObject): Json {
  const { loose = [] } = factsOfState(kind)
  if (!isJsonMap(spec) || !isJsonMap(present.spec)) return comparable(spec)
  const { spec: now } = present
  const kept = loose.flatMap((key): [string, Json][] => {
    const [wanted, value] = [spec[key], now[key]]
    if (value === undefined) return []
    if (wanted === undefined) return [[key, value]]
    return isJsonMap(wanted) && isJsonMap(value) ? [[key, { ...value, ...wanted }]] : []
  })
  return comparable({ ...spec, ...Object.fromEntries(kept) })
}

/** Whether the object is still as it was when the change was planned. */
export function isSameSpec(one: Json, other: Json): boolean {
  return canonicalJson(comparable(one)) === canonicalJson(comparable(other))
}

/** Whether the object is as the change wants it. */
export function isApplied(
  { kind, after }: Pick<StateChange, 'kind' | 'after'>,
  present: StateObject | null,
): boolean {
  if (after === null || present === null) return after === null && present === null
  const { cluster, name } = present
  return isSameSpec(asCompared({ kind, cluster, name, spec: after }, present), present.spec)
}

function listFields(before: Json, after: Json, path = ''): StateField[] {
  if (canonicalJson(before) === canonicalJson(after)) return []
  if (!isJsonMap(before) || !isJsonMap(after)) {
    if (path === '' && (isJsonMap(before) || isJsonMap(after)))
      return listFields(isJsonMap(before) ? before : {}, isJsonMap(after) ? after : {}, path)
    return [{ path, before, after }]
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    listFields(before[key] ?? null, after[key] ?? null, path === '' ? key : `${path}.${key}`),
  )
}
