import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ConditionReport, FindingReport, Heartbeat } from '@fleet-manager/contract/api/agents';
import type { PairingDevice } from '@fleet-manager/contract/api/devices';
import { ERRORS, type ErrorCode } from '@fleet-manager/contract/errors';
import type { z } from 'zod';

type Device = z.infer<typeof PairingDevice>;
type Finding = z.infer<typeof FindingReport>['findings'][number];

/** A stand-in for the hub that checks every body against the contract and keeps what an agent said. */
export interface RecordingHub {
  readonly url: string;
  devices: Device[];
  /** Answers every request with this error, while it is set. */
  broken: ErrorCode | null;
  readonly reports: ConditionReport[];
  readonly heartbeats: Heartbeat[];
  readonly findings: Map<string, Finding[]>;
  /** What a device's conditions read now, as `True InIronic`; undefined for one that is not covered. */
  condition(deviceId: string, type: string): string | undefined;
  /** Forgets the reports, as a hub does whose database was restored from an older copy. */
  forgetReports(): void;
  close(): Promise<void>;
}

export async function startRecordingHub(devices: Device[]): Promise<RecordingHub> {
  const held = new Map<string, string>();
  let sequence: number | undefined;
  const problems: unknown[] = [];

  const take = (report: ConditionReport): ErrorCode | undefined => {
    if (report.mode === 'delta' && report.previousSequence !== sequence) return 'FM_COVERAGE_GAP';
    if (report.mode === 'full') held.clear();
    for (const id of report.uncovered) {
      for (const key of [...held.keys()]) if (key.startsWith(id)) held.delete(key);
    }
    for (const c of report.conditions) held.set(`${c.deviceId} ${c.type}`, `${c.status} ${c.reason}`);
    sequence = report.sequence;
    hub.reports.push(report);
    return undefined;
  };
  const answer = (method: string, path: string, body: unknown): { status: number; body?: unknown } => {
    const problem = (code: ErrorCode) => ({
      status: ERRORS[code].status,
      body: {
        type: 'about:blank',
        title: ERRORS[code].title,
        status: ERRORS[code].status,
        code,
        next: '',
        requestId: 'r',
      },
    });
    if (hub.broken !== null) return problem(hub.broken);
    if (path.endsWith('/device-classes')) {
      const classes = new Map<string, number>();
      for (const one of hub.devices) classes.set(one.deviceClass, (classes.get(one.deviceClass) ?? 0) + 1);
      return {
        status: 200,
        body: {
          classes: [...classes].map(([name, count]) => ({ class: name, devices: count })),
          inventoryComplete: true,
        },
      };
    }
    if (path.endsWith('/devices')) return { status: 200, body: { items: hub.devices, nextCursor: null } };
    if (path.endsWith('/heartbeat')) {
      hub.heartbeats.push(Heartbeat.parse(body));
      return { status: 204 };
    }
    const scope = /\/findings\/([^/]+)$/.exec(path)?.[1];
    if (scope !== undefined && method === 'PUT') {
      hub.findings.set(scope, FindingReport.parse(body).findings);
      return { status: 200, body: { opened: 0, changed: 0, resolved: 0 } };
    }
    const report = ConditionReport.parse(body);
    const refused = take(report);
    if (refused !== undefined) return problem(refused);
    return {
      status: 200,
      body: { sequence: report.sequence, applied: 0, unchanged: 0, superseded: 0, unknownDevices: [] },
    };
  };

  const server = createServer((request, response) => {
    void (async () => {
      const sent = await text(request);
      let reply: { status: number; body?: unknown };
      try {
        reply = answer(
          request.method ?? '',
          new URL(request.url ?? '/', 'http://hub').pathname,
          sent === '' ? null : JSON.parse(sent),
        );
      } catch (error) {
        problems.push(error);
        reply = { status: 500 };
      }
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hub: RecordingHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    devices,
    broken: null,
    reports: [],
    heartbeats: [],
    findings: new Map(),
    condition: (deviceId, type) => held.get(`${deviceId} ${type}`),
    forgetReports: () => {
      sequence = undefined;
      held.clear();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // A body that does not fit the contract is a fault of the agent, whatever the test looked at.
      if (problems.length > 0) throw problems[0];
    },
  };
  return hub;
}
