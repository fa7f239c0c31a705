import { spawn } from 'node:child_process'

/** Opens the address in the user's browser if the system has a way; there may be no screen, and that is fine. */
export function openBrowser(url: string): void {
  const [program, args] = process.platform === 'darwin' ? ['open', [url]] : ['xdg-open', [url]]
  const child = spawn(program, args as string[], { detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
}
