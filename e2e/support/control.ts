import { readEndpoints } from './run.ts'

/** The supervisor's control endpoint: runs a command on one part and returns when it is done. */
export async function controlPart(
  part: string,
  action: 'start' | 'stop' | 'restart' | 'kill',
): Promise<void> {
  const { supervisor } = readEndpoints()
  const response = await fetch(`${supervisor.controlUrl}/${part}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${supervisor.controlToken}` },
  })
  if (!response.ok)
    throw new Error(`${action} of ${part} failed: ${response.status} ${await response.text()}`)
}
