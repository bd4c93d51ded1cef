import tab from '@bomb.sh/tab/commander';
import { OperationalStatus } from '@fleet-manager/domain/operational-status';
import { Command, Option } from 'commander';
import { addDeviceFilters } from './commands/devices/filters.ts';
import { optionsOf } from './commands/options.ts';
import { FORMATS } from './output/print.ts';

const several = (value: string, before: string[] = []): string[] => [...before, ...value.split(',').filter(Boolean)];

/** The command tree. Bodies are loaded when they are called, so that `--help` and completion stay quick. */
export function buildProgram(version: string): Command {
  const program = new Command('fleetctl')
    .description('Everyday work on a fleet of GPU bare-metal servers')
    .version(version)
    .addOption(new Option('-o, --output <format>', 'how to print').choices(FORMATS).default('table'))
    .option('--context <name>', 'which stored context to use')
    .option('--hub <url>', 'address of the hub, instead of that of the context')
    .option('--token-file <file>', 'file with the token, instead of that of the context')
    .showHelpAfterError('(--help shows what there is)')
    .showSuggestionAfterError();

  program
    .command('status')
    .description('the fleet at a glance')
    .action(async (_options, command: Command) =>
      (await import('./commands/status.ts')).showStatus(optionsOf(command)),
    );

  program
    .command('login-link')
    .description('a one-time log-in for the console')
    .action(async (_options, command: Command) =>
      (await import('./commands/login-link.ts')).printLoginLink(optionsOf(command)),
    );

  const devices = program.command('devices').description('devices and their operational status');
  addDeviceFilters(devices.command('list').description('list devices'))
    .option('--sort <column>', 'name, status, statusSince, rack, site or role; with a leading - downwards')
    .option('-w, --wide', 'more columns')
    .action(async (_options, command: Command) =>
      (await import('./commands/devices/list.ts')).listDevices(optionsOf(command)),
    );
  devices
    .command('show <device>')
    .description('all that is known of one device (by id, name, serial, asset tag, MAC or IP)')
    .action(async (device: string, _options, command: Command) =>
      (await import('./commands/devices/show.ts')).showDevice(device, optionsOf(command)),
    );
  devices
    .command('why <device>')
    .description('why it has its status, and what stands between it and ready')
    .action(async (device: string, _options, command: Command) =>
      (await import('./commands/devices/why.ts')).whyDevice(device, optionsOf(command)),
    );
  devices
    .command('watch [device]')
    .description('follow what happens, of one device or of all')
    .option('--site <slug>', 'only of that site', several)
    .option('--kind <kind>', 'only events of that kind, such as status.changed', several)
    .option('--count <n>', 'end after so many events')
    .action(async (device: string | undefined, _options, command: Command) =>
      (await import('./commands/devices/watch.ts')).watchDevices(device, optionsOf(command)),
    );

  program
    .command('sites')
    .description('sites')
    .command('list')
    .description('list sites')
    .action(async (_options, command: Command) =>
      (await import('./commands/sites/list.ts')).listSites(optionsOf(command)),
    );

  program
    .command('agents')
    .description('agents: heartbeat, version, lag, what is degraded')
    .command('list')
    .description('list agents')
    .action(async (_options, command: Command) =>
      (await import('./commands/agents/list.ts')).listAgents(optionsOf(command)),
    );

  program
    .command('findings')
    .description('disagreements between the systems of record')
    .command('list')
    .description('list findings (open ones, unless --state says otherwise)')
    .option('--site <slug>', 'of that site', several)
    .option('--kind <kind>', 'of that kind', several)
    .option('--state <state>', 'open, acknowledged or resolved', several)
    .option('--device <device>', 'that name this device')
    .action(async (_options, command: Command) =>
      (await import('./commands/findings/list.ts')).listFindings(optionsOf(command)),
    );

  program
    .command('audit')
    .description('who changed what, and who was refused')
    .command('list')
    .description('list entries of the audit log, newest first')
    .option('--actor <id>', 'by that person or agent', several)
    .option('--action <operation>', 'of that operation of the API, such as updateFinding', several)
    .option('--outcome <outcome>', 'done, refused or failed', several)
    .option('--target <id>', 'on that thing')
    .option('--request <id>', 'in that request')
    .option('--since <instant>', 'since then, such as 2026-12-01T00:00:00Z')
    .action(async (_options, command: Command) =>
      (await import('./commands/audit/list.ts')).listAudit(optionsOf(command)),
    );

  program
    .command('doctor')
    .description('check a site file against the real systems, and say what to mend, in order')
    .option('--site <file>', 'the site file; without it that of `npm start`')
    .option('--timeout <seconds>', 'bound on one check', '60')
    .action(async (_options, command: Command) =>
      (await import('./commands/doctor/doctor.ts')).runDoctor(optionsOf(command)),
    );

  const access = program
    .command('access')
    .description('what Fleet Manager must be permitted in the outside systems, from its own calls');
  access
    .command('openstack')
    .description('access rules of the application credential')
    .option('--prefix <service=path>', 'mount prefix of a service, such as baremetal=/baremetal', several)
    .option('--service <type>', 'only these services', several)
    .action(async (_options, command: Command) =>
      (await import('./commands/access/openstack.ts')).printOpenstackAccess(optionsOf(command)),
    );
  access
    .command('netbox')
    .description('object permissions of the NetBox token')
    .action(async (_options, command: Command) =>
      (await import('./commands/access/netbox.ts')).printNetboxAccess(optionsOf(command)),
    );

  addCompletion(program);
  return program;
}

/** `fleetctl complete bash|zsh|fish|powershell` prints the script to source. */
function addCompletion(program: Command): void {
  const completion = tab(program);
  const output = completion.options.get('output');
  if (output !== undefined)
    output.handler = (complete) => {
      for (const format of FORMATS) complete(format, '');
    };
  const status = completion.commands.get('devices list')?.options.get('status');
  if (status !== undefined)
    status.handler = (complete) => {
      for (const value of OperationalStatus.options) complete(value, '');
    };
}
