// Landlock (Linux 5.19 and newer) confines a node to its own folders: in this mode the engine lets every account read
// and write all files of the system user (scalar file(), the table functions file and filesystem, INTO OUTFILE),
// whatever user_files_path says. https://docs.kernel.org/userspace-api/landlock.html
import { closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { callLibc } from './libc.mjs'

const CREATE_RULESET = 444
const ADD_RULE = 445
const RESTRICT_SELF = 446
const ASK_VERSION = 1
const PATH_BENEATH = 1
const SET_NO_NEW_PRIVS = 38
const O_PATH = 0x200000

const EXECUTE = 1n << 0n
const WRITE_FILE = 1n << 1n
const READ_FILE = 1n << 2n
const READ_DIR = 1n << 3n
const TRUNCATE = 1n << 14n
/** Rights by version of the interface: 13 since the first, then REFER, then TRUNCATE. */
const rightsOf = (version) => (1n << BigInt(Math.min(12 + version, 15))) - 1n
const OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE

/** Programs, certificates, host names, and what the engine reads about the machine. No user data. */
const SYSTEM = [
  '/usr',
  '/lib',
  '/lib64',
  '/etc/ssl',
  '/etc/pki',
  '/etc/ca-certificates',
  '/etc/hosts',
  '/etc/host.conf',
  '/etc/resolv.conf',
  '/run/systemd/resolve',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
  '/etc/services',
  '/etc/localtime',
  '/etc/ld.so.cache',
  '/proc/self',
  '/proc/sys',
  '/proc/cpuinfo',
  '/proc/diskstats',
  '/proc/loadavg',
  '/proc/meminfo',
  '/proc/pressure',
  '/proc/stat',
  '/proc/uptime',
  '/proc/version',
  '/proc/vmstat',
  '/sys',
]
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/fd']

/**
 * From here on this thread and everything it starts can reach the `writable` folders, read the `readable` files and
 * folders, and no other data. Returns why not where the kernel cannot do it.
 *
 * @returns {string | null}
 */
export function confine({ readable, writable }) {
  if (process.platform !== 'linux') return `there is no Landlock on ${process.platform}`
  const version = callLibc('syscall', CREATE_RULESET, null, 0, ASK_VERSION)
  // The first version forbids every rename between folders, and the engine needs those.
  if (version < 2) return 'this kernel has no Landlock with renames (5.19), or it is switched off'
  const all = rightsOf(version)
  const attributes = Buffer.alloc(8)
  attributes.writeBigUInt64LE(all)
  const ruleset = callLibc('syscall', CREATE_RULESET, attributes, attributes.length, 0)
  if (ruleset < 0) return 'Landlock refused the rules'
  const allow = (path, rights) => {
    if (!existsSync(path)) return
    const beneath = openSync(path, O_PATH | constants.O_CLOEXEC)
    const rule = Buffer.alloc(12)
    rule.writeBigUInt64LE(rights & all & (statSync(path).isDirectory() ? all : OF_FILES))
    rule.writeInt32LE(beneath, 8)
    const refused = callLibc('syscall', ADD_RULE, ruleset, PATH_BENEATH, rule, 0) !== 0
    // The kernel knows files of /proc by this descriptor only while one is open.
    if (!path.startsWith('/proc')) closeSync(beneath)
    if (refused) throw new Error(`Landlock refused the rule for ${path}.`)
  }
  for (const path of [...SYSTEM, ...readable]) allow(path, EXECUTE | READ_FILE | READ_DIR)
  for (const path of [...DEVICES, ...writable]) allow(path, all & ~EXECUTE)
  if (
    callLibc('prctl', SET_NO_NEW_PRIVS, 1, 0, 0, 0) !== 0 ||
    callLibc('syscall', RESTRICT_SELF, ruleset, 0) !== 0
  ) {
    throw new Error('Landlock did not take the rules.')
  }
  closeSync(ruleset)
  return null
}
