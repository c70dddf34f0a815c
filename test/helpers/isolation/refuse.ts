/** Command lines that take single means of isolation away from a process and all that it starts. */

/** Kernel interfaces by which a process restricts itself. */
export type Refusable = 'landlock' | 'seccomp';

/** Runs `command` where the kernel refuses these interfaces, as a kernel without them does. */
export function refusing(interfaces: readonly Refusable[], command: readonly string[]): string[] {
  return interfaces.length === 0 ? [...command] : ['perl', '-e', REFUSE, ...interfaces, '--', ...command];
}

/** Runs `command` where these programs are not installed. Needs root: it hides them in a mount namespace. */
export function withoutPrograms(programs: readonly string[], command: readonly string[]): string[] {
  const paths = programs.flatMap(name => FOLDERS.map(folder => `${folder}/${name}`)).join(' ');
  const hide = `for p in ${paths}; do mount --bind /dev/null $p 2>/dev/null; done; exec "$@"`;
  return ['unshare', '-m', 'sh', '-c', hide, 'sh', ...command];
}

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

/**
 * Installs a seccomp filter: ENOSYS for Landlock's system calls and for seccomp(), EINVAL for prctl(PR_SET_SECCOMP), as a
 * kernel answers that was built without them.
 */
const REFUSE = `
  my $x86 = (POSIX::uname())[4] eq "x86_64";
  my %refused;
  $refused{shift @ARGV} = 1 while $ARGV[0] ne "--";
  shift @ARGV;
  my ($prctl, $seccomp) = $x86 ? (157, 317) : (167, 277);
  my @numbers = ($refused{landlock} ? 444..446 : (), $refused{seccomp} ? $seccomp : ());
  my @filter = ([0x20, 0, 0, 0]);
  push @filter, [0x15, 0, 1, $_], [0x06, 0, 0, 0x50000 | 38] for @numbers;
  push @filter, [0x15, 0, 3, $prctl], [0x20, 0, 0, 16], [0x15, 0, 1, 22], [0x06, 0, 0, 0x50000 | 22] if $refused{seccomp};
  push @filter, [0x06, 0, 0, 0x7fff0000];
  my $code = join "", map { pack "SCCL", @$_ } @filter;
  my $program = pack "Sx6P", scalar @filter, $code;
  syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $program, 0, 0) == 0 or die "no filter: $!";
  exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!";
`.replace('\n', '\n  use POSIX ();\n');
