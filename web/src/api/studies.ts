// Studies that an account keeps at the server.

import { ask, get, post } from './http';
import type { KeptStudy, NewStudy, StudyChange, StudyInfo, StudyList } from './types';

const path = (id: string) => `studies/${encodeURIComponent(id)}`;

export const studies = {
  own: () => get<StudyList>('studies'),
  look: (id: string) => get<KeptStudy>(path(id)),
  add: (study: NewStudy) => post<StudyInfo>('studies', study),
  change: (id: string, change: StudyChange) => ask<StudyInfo>('PUT', path(id), change),
  remove: (id: string) => ask<void>('DELETE', path(id)),
};
