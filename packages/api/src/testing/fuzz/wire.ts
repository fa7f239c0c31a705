/**
 * A value in the form of superjson. Its own encoder refuses what an attacker sends, such as an own key `__proto__`.
 * `json` alone is what REST takes.
 */
export function toWire(value: unknown): { json: string; whole: string } {
  const types: string[] = []
  const json = write(value, [], types) ?? 'null'
  const meta = types.length === 0 ? '' : `,"meta":{"values":{${types.join(',')}},"v":1}`
  return { json, whole: `{"json":${json}${meta}}` }
}

function write(value: unknown, path: readonly string[], types: string[]): string | undefined {
  const typed = (type: string, text: string) => {
    const at = path.map((each) => each.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.')
    types.push(`${JSON.stringify(at)}:["${type}"]`)
    return JSON.stringify(text)
  }
  if (value === undefined) return undefined
  if (typeof value === 'bigint') return typed('bigint', String(value))
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return typed('number', Object.is(value, -0) ? '-0' : String(value))
  if (value instanceof Date)
    return typed('Date', Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString())
  if (Array.isArray(value))
    return `[${value.map((each, index) => write(each, [...path, String(index)], types) ?? 'null').join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).flatMap(([key, each]) => {
      const text = write(each, [...path, key], types)
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`]
    })
    return `{${fields.join(',')}}`
  }
  return JSON.stringify(value)
}
