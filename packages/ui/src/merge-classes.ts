/** Groups whose name is the start of their classes: `p-4` is of `p`. */
const prefixes = new Set(
  `accent align animate appearance aspect auto-cols backdrop-blur basis bg bottom brightness col-span col-start columns content cursor
  decoration delay divide-x divide-y duration ease end fill from gap gap-x gap-y grid-cols grid-flow grid-rows grow h inset inset-x
  inset-y items justify justify-items justify-self leading left line-clamp list m max-h max-w mb min-h min-w ml mr mt mx my opacity
  order origin outline-offset overflow overflow-x overflow-y p pb pl place pointer-events pr pt px py resize right ring rotate rounded
  rounded-b rounded-bl rounded-br rounded-l rounded-r rounded-t rounded-tl rounded-tr row-span row-start scale scrollbar select self
  shadow shrink size snap space-x space-y start stroke to top touch-pan tracking transition translate-x translate-y underline-offset
  via w whitespace z`
    .trim()
    .split(/\s+/),
)

/** Groups whose classes share no start. */
const words: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    display: 'block inline-block inline flex inline-flex table grid inline-grid contents hidden',
    position: 'static fixed absolute relative sticky',
    visibility: 'visible invisible collapse',
    'flex-direction': 'flex-row flex-row-reverse flex-col flex-col-reverse',
    'flex-wrap': 'flex-wrap flex-wrap-reverse flex-nowrap',
    flex: 'flex-1 flex-auto flex-initial flex-none',
    'text-size': 'text-2xs text-xs text-sm text-base text-lg text-xl text-2xl',
    'text-align': 'text-left text-center text-right text-start text-end',
    'font-family': 'font-sans font-mono',
    'font-weight': 'font-normal font-medium font-semibold font-bold',
    case: 'uppercase lowercase capitalize normal-case',
    line: 'underline overline line-through no-underline',
    break: 'break-normal break-words break-all',
    'border-style': 'border-solid border-dashed border-dotted border-none',
    'border-collapse': 'border-collapse border-separate',
    'outline-style': 'outline-none outline-hidden outline-dashed',
    'outline-width': 'outline-0 outline-1 outline-2',
    'list-type': 'list-none list-disc list-decimal',
    'ring-width': 'ring ring-0 ring-1 ring-2',
    'ring-inset': 'ring-inset',
    'font-style': 'italic not-italic',
    'screen-reader': 'sr-only not-sr-only',
    'text-overflow': 'truncate text-ellipsis text-clip',
    'text-wrap': 'text-balance',
    'numeric-spacing': 'tabular-nums proportional-nums',
    'table-layout': 'table-fixed table-auto',
    ordinal: 'ordinal',
    filter: 'filter',
  }).flatMap(([group, names]) => names.split(' ').map((name) => [name, group])),
)

/** A class of the first group also replaces those of the others. */
const covered: Readonly<Record<string, readonly string[]>> = {
  size: ['w', 'h'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  rounded: ['t', 'r', 'b', 'l', 'tl', 'tr', 'bl', 'br'].map((side) => `rounded-${side}`),
  'rounded-t': ['rounded-tl', 'rounded-tr'],
  'rounded-r': ['rounded-tr', 'rounded-br'],
  'rounded-b': ['rounded-bl', 'rounded-br'],
  'rounded-l': ['rounded-tl', 'rounded-bl'],
  'border-width': ['t', 'r', 'b', 'l', 'x', 'y'].map((side) => `border-width-${side}`),
  'border-color': ['t', 'r', 'b', 'l', 'x', 'y'].map((side) => `border-color-${side}`),
  flex: ['basis', 'grow', 'shrink'],
  overflow: ['overflow-x', 'overflow-y'],
  'text-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
}

/**
 * Joins class names. A later class replaces earlier ones of the same property and the same variants, as tailwind-merge does for the
 * classes that the console uses: its test compares both.
 */
export function mergeClasses(text: string): string {
  const taken = new Set<string>()
  const kept: string[] = []
  for (const name of text.split(/\s+/).reverse()) {
    const { variants, group } = read(name)
    if (group !== null) {
      if (taken.has(`${variants} ${group}`)) continue
      for (const each of [group, ...(covered[group] ?? [])]) taken.add(`${variants} ${each}`)
    }
    kept.push(name)
  }
  return kept.reverse().join(' ').trim()
}

const known = new Map<string, { variants: string; group: string | null }>()

function read(name: string) {
  const before = known.get(name)
  if (before) return before
  // A colon in brackets belongs to a value.
  const [base = ''] = /(?:[^:[\]()]|\[[^\]]*\]|\([^)]*\))*$/.exec(name) ?? []
  const important = base.endsWith('!')
  const variants = name.slice(0, name.length - base.length) + (important ? '!' : '')
  const found = { variants, group: findGroup(base.replace(/^-|!$/g, '')) }
  known.set(name, found)
  return found
}

function findGroup(base: string): string | null {
  const word = words[base]
  if (word) return word
  if (base === 'border' || base.startsWith('border-')) return findBorderGroup(base.slice('border-'.length))
  if (/^\[[\w-]+:/.test(base)) return base.slice(0, base.indexOf(':'))
  for (let end = base.length; end > 0; end = base.lastIndexOf('-', end - 1)) {
    const prefix = base.slice(0, end)
    if (prefixes.has(prefix)) return prefix
  }
  if (base.startsWith('text-')) return 'text-color'
  return base.startsWith('outline-') ? 'outline-color' : null
}

function findBorderGroup(rest: string): string {
  const [, side = '', value = ''] = /^(?:([trblxy])(?:-|$))?(.*)$/.exec(rest) ?? []
  const property = value === '' || /^\d/.test(value) ? 'width' : 'color'
  return `border-${property}${side === '' ? '' : `-${side}`}`
}
