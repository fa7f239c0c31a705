import type { Draw } from './draw.ts'
import { bentText, hostileHost, hostileNumber, hostileText, hostileValue } from './hostile.ts'
import { hostField } from './usual-input.ts'

interface Place {
  parent: Record<string, unknown> | unknown[]
  key: string | number
  /** The nearest name of a field. */
  name: string
}

/** Replaces one text of an input with another: of the right type, so it passes most schemas. */
export function bendOneText(input: unknown, draw: Draw): unknown {
  const root = { input: structuredClone(input) }
  const texts = listPlaces(root, 'input').filter(
    ({ parent, key, name }) => typeof readAt(parent, key) === 'string' && !hostField.test(name),
  )
  if (texts.length === 0) return spoil(input, draw)
  const { parent, key } = draw.pick(texts)
  const text = draw.chance(0.5) ? hostileText(draw) : bentText(draw, String(readAt(parent, key)))
  // Others are rejected before any schema.
  setAt(parent, key, text.replaceAll(/[\0\ud800-\udfff]/g, '').slice(0, draw.pick([20, 100, 250])))
  return root.input
}

function readAt(parent: Place['parent'], key: Place['key']): unknown {
  return (parent as Record<string | number, unknown>)[key]
}

function setAt(parent: Place['parent'], key: Place['key'], value: unknown): void {
  const held = parent as Record<string | number, unknown>
  held[key] = value
}

/** Changes an input in one to three places: left out, added, of another type, or a value that has broken programs. */
export function spoil(input: unknown, draw: Draw): unknown {
  if (draw.chance(0.04)) return hostileValue(draw)
  const root = { input: structuredClone(input) }
  for (let change = draw.below(3); change >= 0; change -= 1) {
    const places = listPlaces(root, 'input')
    const place = draw.pick(places)
    changeAt(place, draw)
  }
  return root.input
}

function changeAt({ parent, key, name }: Place, draw: Draw): void {
  const held = parent as Record<string | number, unknown>
  const value = held[key]
  if (hostField.test(name)) {
    held[key] = hostileHost(draw)
    return
  }
  const way = draw.below(10)
  if (way === 0 && typeof key === 'string' && key !== 'input') delete held[key]
  else if (way === 1 && isObject(value)) addOwn(value, hostileText(draw).slice(0, 200), hostileValue(draw))
  else if (way === 1 && Array.isArray(value)) value.push(hostileValue(draw), ...value)
  else if (way <= 4 && typeof value === 'string') held[key] = bentText(draw, value)
  else if (way <= 6 && typeof value === 'string') held[key] = hostileText(draw)
  else if (way <= 6 && typeof value === 'number') held[key] = hostileNumber(draw)
  else held[key] = hostileValue(draw)
}

/** An assignment to `__proto__` would change the object's prototype. */
function addOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
}

function listPlaces(root: { input: unknown }, name: string): Place[] {
  const places: Place[] = [{ parent: root, key: 'input', name }]
  const walk = (value: unknown, near: string, depth: number) => {
    if (depth > 20) return
    if (Array.isArray(value))
      for (const [index, each] of value.slice(0, 50).entries()) {
        places.push({ parent: value, key: index, name: near })
        walk(each, near, depth + 1)
      }
    else if (isObject(value))
      for (const [key, each] of Object.entries(value)) {
        places.push({ parent: value, key, name: key })
        walk(each, key, depth + 1)
      }
  }
  walk(root.input, name, 0)
  return places
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
