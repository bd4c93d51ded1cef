import type { OperationalStatus } from '@fleet-manager/domain/operational-status';
import {
  Archive,
  Building2,
  CircleCheckBig,
  CircleDot,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  FlaskConical,
  Loader,
  LogIn,
  type LucideIcon,
  PowerOff,
  ShieldAlert,
  SquareCheck,
  Unplug,
  Wrench,
} from 'lucide-react';
import type { Tone } from './tones.ts';

interface StatusLook {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** What the status means, for someone who sees it for the first time. */
  readonly meaning: string;
}

/** How each status is shown, in the order in which an operator reads a fleet: what serves first, what needs work last. */
export const STATUS_LOOK: Readonly<Record<OperationalStatus, StatusLook>> = {
  ready: {
    word: 'Ready',
    tone: 'good',
    icon: CircleCheckBig,
    meaning: 'Every readiness gate is met: a customer may have it.',
  },
  customer: { word: 'Customer', tone: 'info', icon: Building2, meaning: 'A customer has it.' },
  allocated: {
    word: 'Allocated',
    tone: 'info',
    icon: SquareCheck,
    meaning: 'An instance is on it that is no customer’s.',
  },
  available: {
    word: 'Available',
    tone: 'calm',
    icon: CircleDot,
    meaning: 'Free in Ironic, but not every readiness gate is met.',
  },
  validating: {
    word: 'Validating',
    tone: 'busy',
    icon: FlaskConical,
    meaning: 'In the validation pool: tests run on it.',
  },
  preparing: {
    word: 'Preparing',
    tone: 'busy',
    icon: Loader,
    meaning: 'Ironic is inspecting, cleaning or deploying it.',
  },
  enrolling: { word: 'Enrolling', tone: 'busy', icon: LogIn, meaning: 'On its way into Ironic.' },
  maintenance: { word: 'Maintenance', tone: 'warn', icon: Wrench, meaning: 'Its Ironic node is in maintenance.' },
  quarantined: {
    word: 'Quarantined',
    tone: 'warn',
    icon: ShieldAlert,
    meaning: 'An open impairment keeps customers off it.',
  },
  failed: { word: 'Failed', tone: 'bad', icon: CircleX, meaning: 'Provisioning or hardware has failed.' },
  unknown: {
    word: 'Unknown',
    tone: 'doubt',
    icon: CircleQuestionMark,
    meaning: 'Too little is known, or it is too old to count.',
  },
  unenrolled: { word: 'Unenrolled', tone: 'quiet', icon: Unplug, meaning: 'In NetBox, but with no node in Ironic.' },
  offline: { word: 'Offline', tone: 'quiet', icon: PowerOff, meaning: 'NetBox says that it is offline.' },
  unmanaged: {
    word: 'Unmanaged',
    tone: 'quiet',
    icon: CircleMinus,
    meaning: 'Mirrored only: its role has no device class.',
  },
  decommissioned: {
    word: 'Decommissioned',
    tone: 'quiet',
    icon: Archive,
    meaning: 'Deleted or being retired in NetBox.',
  },
};

/** Statuses that ask for a person, worst first. */
export const NEEDS_ATTENTION: readonly OperationalStatus[] = [
  'failed',
  'unknown',
  'quarantined',
  'maintenance',
  'offline',
  'unenrolled',
];
