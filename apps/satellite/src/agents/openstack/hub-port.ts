import type { ConditionReport, FindingReport, Heartbeat } from '@fleet-manager/contract/api/agents';
import type { PairingDevice } from '@fleet-manager/contract/api/devices';
import { createHubClient, parseProblem } from '@fleet-manager/contract/client';
import { ERRORS, type ErrorCode, FleetError } from '@fleet-manager/contract/errors';
import { DeviceClass } from '@fleet-manager/domain/device-class';
import type { z } from 'zod';

export type FindingReportBody = z.infer<typeof FindingReport>;
export type PairingDeviceRow = z.infer<typeof PairingDevice>;

/**
 * The hub as this agent needs it. Every call rejects with a FleetError. A hub may be newer: devices of a class that this agent
 * does not know are left out, for it cannot tell which Ironic serves them.
 */
export interface HubPort {
  deviceClassesInUse(
    signal: AbortSignal,
  ): Promise<{ classes: { class: DeviceClass; devices: number }[]; unknownClasses: string[]; complete: boolean }>;
  pairingDevices(signal: AbortSignal): Promise<PairingDeviceRow[]>;
  sendConditions(report: ConditionReport, signal: AbortSignal): Promise<void>;
  sendFindings(scope: string, report: FindingReportBody, signal: AbortSignal): Promise<void>;
  sendHeartbeat(heartbeat: Heartbeat, signal: AbortSignal): Promise<void>;
}

export interface HubPortOptions {
  readonly hubUrl: string;
  readonly clientId: string;
  readonly token: () => Promise<string>;
}

const CALL_TIMEOUT_MS = 30_000;

interface Answer<T> {
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

export function createHubPort(options: HubPortOptions): HubPort {
  const { clientId } = options;
  const hub = createHubClient({ baseUrl: options.hubUrl, token: options.token });
  const path = { clientId };

  async function answer<T>(send: (signal: AbortSignal) => Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> {
    let got: Answer<T>;
    try {
      got = await send(AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]));
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof FleetError) throw cause;
      throw new FleetError('FM_HUB_UNREACHABLE', `${options.hubUrl}: ${reason(cause)}`, { cause });
    }
    if (got.response.ok) return got;
    const problem = parseProblem(got.error);
    const code = problem?.code;
    if (problem !== undefined && code !== undefined && isErrorCode(code)) {
      throw new FleetError(code, problem.detail ?? problem.title);
    }
    // A newer hub may refuse with a code that is not in this catalogue: what it said is passed on.
    const said = problem === undefined ? '' : `: ${code}: ${problem.detail ?? problem.title}. ${problem.next}`;
    throw new FleetError('FM_HUB_UNREACHABLE', `${options.hubUrl} answered ${got.response.status}${said}`);
  }
  async function data<T>(send: (signal: AbortSignal) => Promise<Answer<T>>, signal: AbortSignal): Promise<T> {
    const got = await answer(send, signal);
    if (got.data === undefined) throw new FleetError('FM_HUB_UNREACHABLE', `${options.hubUrl} gave an empty answer`);
    return got.data;
  }

  return {
    async deviceClassesInUse(signal) {
      const body = await data(
        (s) => hub.GET('/api/v1/agents/{clientId}/device-classes', { params: { path }, signal: s }),
        signal,
      );
      const isKnown = (one: { class: string }) => DeviceClass.safeParse(one.class).success;
      return {
        classes: body.classes.filter(isKnown),
        unknownClasses: body.classes.filter((one) => one.devices > 0 && !isKnown(one)).map((one) => one.class),
        complete: body.inventoryComplete,
      };
    },
    async pairingDevices(signal) {
      const devices: PairingDeviceRow[] = [];
      let cursor: string | undefined;
      do {
        const query = cursor === undefined ? { limit: 1000 } : { limit: 1000, cursor };
        const page = await data(
          (s) => hub.GET('/api/v1/agents/{clientId}/devices', { params: { path, query }, signal: s }),
          signal,
        );
        devices.push(...page.items.filter((device) => DeviceClass.safeParse(device.deviceClass).success));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return devices;
    },
    async sendConditions(report, signal) {
      await answer(
        (s) => hub.PUT('/api/v1/agents/{clientId}/condition-reports', { params: { path }, body: report, signal: s }),
        signal,
      );
    },
    async sendFindings(scope, report, signal) {
      await answer(
        (s) =>
          hub.PUT('/api/v1/agents/{clientId}/findings/{scope}', {
            params: { path: { clientId, scope } },
            body: report,
            signal: s,
          }),
        signal,
      );
    },
    async sendHeartbeat(heartbeat, signal) {
      const body = { ...heartbeat, openstackVariant: heartbeat.openstackVariant ?? 'unknown' };
      await answer(
        (s) => hub.PUT('/api/v1/agents/{clientId}/heartbeat', { params: { path }, body, signal: s }),
        signal,
      );
    },
  };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** fetch hides the cause of a failure one level down. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
