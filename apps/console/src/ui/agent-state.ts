import { CircleCheckBig, HeartCrack, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { AgentRow } from '../api/types.ts';
import type { Tone } from './tones.ts';

export const AGENT_STATE_LOOK: Readonly<Record<AgentRow['state'], { word: string; tone: Tone; icon: LucideIcon }>> = {
  healthy: { word: 'Healthy', tone: 'good', icon: CircleCheckBig },
  degraded: { word: 'Degraded', tone: 'warn', icon: TriangleAlert },
  stale: { word: 'Stale', tone: 'bad', icon: HeartCrack },
};
