interface Target {
  name: string
  defaultKind: string
}

/** Columns of the table that can be written and that the objects have, each from the column of its name. */
export function mapByName(
  read: readonly { name: string }[],
  target: readonly Target[],
): { column: string; expression: string }[] {
  const names = new Set(read.map(({ name }) => name))
  return target
    .filter(({ name, defaultKind }) => names.has(name) && (defaultKind === '' || defaultKind === 'DEFAULT'))
    .map(({ name }) => ({ column: name, expression: quote(name) }))
}

const quote = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
