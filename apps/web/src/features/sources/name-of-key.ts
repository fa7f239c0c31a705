/** A key relative to a prefix, for display: invisible characters are escaped like in JSON. */
export function nameOfKey(key: string, prefix: string): string {
  const rest = key.slice(prefix.length)
  return showText(rest === '' ? key : rest)
}

/** Line breaks, tabs and other control characters as escapes, so that no two keys look the same. */
export function showText(text: string): string {
  return [...text].map((each) => (each < ' ' || each === '\u007f' ? escapeOne(each) : each)).join('')
}

function escapeOne(character: string): string {
  const named = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
  return named ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export interface FolderStep {
  label: string
  prefix: string
}

/** The folders of a prefix, from the bucket down. An empty segment (`a//b`) is a folder too. */
export function listFolderSteps(bucket: string, prefix: string): FolderStep[] {
  const steps = prefix.split('/').slice(0, -1)
  return [
    { label: bucket, prefix: '' },
    ...steps.map((step, index) => ({
      label: step === '' ? '(empty)' : showText(step),
      prefix: `${steps.slice(0, index + 1).join('/')}/`,
    })),
  ]
}
