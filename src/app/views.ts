import type { ComponentType } from 'react';
import type { ViewId } from '../state/url.ts';
import { KernelsView } from '../views/kernels/KernelsView.tsx';
import { OperatorsView } from '../views/operators/OperatorsView.tsx';
import { OverviewView } from '../views/overview/OverviewView.tsx';
import { QualityView } from '../views/quality/QualityView.tsx';
import { RooflineView } from '../views/roofline/RooflineView.tsx';
import { StepsView } from '../views/steps/StepsView.tsx';
import { TimelineView } from '../views/timeline/TimelineView.tsx';
import type { IconName } from './Icon.tsx';

export interface View {
  readonly id: ViewId;
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly component: ComponentType;
}

/** The views there are, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  { id: 'overview', key: '1', title: 'Overview', icon: 'overview', component: OverviewView },
  { id: 'steps', key: '2', title: 'Steps', icon: 'steps', component: StepsView },
  { id: 'timeline', key: '3', title: 'Timeline', icon: 'timeline', component: TimelineView },
  { id: 'roofline', key: '4', title: 'Roofline', icon: 'roofline', component: RooflineView },
  { id: 'operators', key: '5', title: 'Operators', icon: 'operators', component: OperatorsView },
  { id: 'kernels', key: '6', title: 'Kernels', icon: 'kernels', component: KernelsView },
  { id: 'quality', key: '9', title: 'Data quality', icon: 'quality', component: QualityView },
];
