import { type ConfigElement, parseConfigXml, printConfigXml } from '../storage-config/config-xml.ts'
import { type DiffLine, diffLines } from '../storage-config/diff-storage.ts'
import { isSecretSetting } from '../storage-config/setting-catalogue.ts'

/**
 * Line diff of a file for display, without secrets: a changed secret shows as changed. Null is an absent file. Both
 * texts are XML that was parsed before.
 */
export function diffFiles(before: string | null, after: string | null): DiffLine[] {
  const known = new Set(listSecrets(before))
  return diffLines(
    showLines(before, () => 'a secret'),
    showLines(after, (secret) => (known.has(secret) ? 'a secret' : 'a new secret')),
  )
}

/** The secrets in a file, to keep them out of what is shown. */
function listSecrets(text: string | null): string[] {
  const secrets: string[] = []
  showLines(text, (secret) => {
    secrets.push(secret)
    return ''
  })
  return secrets
}

/** A message about a file, without the file's secrets. */
export function hideSecretsIn(said: string, file: string | null): string {
  return listSecrets(file).reduce((text, secret) => text.replaceAll(secret, '[secret]'), said)
}

function showLines(text: string | null, show: (secret: string) => string): string[] {
  if (text === null) return []
  const parsed = parseConfigXml(text)
  if (parsed.kind === 'fault') return []
  return printConfigXml(replaceSecrets(parsed.root, show)).trimEnd().split('\n')
}

function replaceSecrets(element: ConfigElement, show: (secret: string) => string): ConfigElement {
  if (typeof element.content !== 'string')
    return { ...element, content: element.content.map((child) => replaceSecrets(child, show)) }
  return isSecretSetting(element.name) && element.content !== ''
    ? { ...element, content: show(element.content) }
    : element
}
