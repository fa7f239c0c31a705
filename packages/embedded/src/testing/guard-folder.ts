import { spawn } from 'node:child_process'

/**
 * A killed test run removes nothing. This shell waits until our pipe closes, then for the end of every process whose
 * command line names a path in the folder: all parts end by themselves within ten seconds when their starter is gone.
 * Then the folder is removed.
 */
const SCRIPT = `
  cat > /dev/null
  in_use() {
    if [ -d /proc/self ]; then
      printf '%s/' "$1" | grep -qaFf - /proc/[0-9]*/cmdline 2> /dev/null
    else
      ps -axo args= | grep -v grep | grep -qF "$1/"
    fi
  }
  half=24
  while [ "$half" -gt 0 ] && in_use "$1"; do sleep 0.5; half=$((half - 1)); done
  rm -rf "$1" || { sleep 1; rm -rf "$1"; }
`

/** Guards a folder against the sudden end of this process. The result removes the guard. */
export function guardFolder(folder: string): () => void {
  const guard = spawn('sh', ['-c', SCRIPT, 'guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return () => void guard.kill('SIGKILL')
}
