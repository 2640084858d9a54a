// The engine's client on a page of its own, for tests.

import * as client from '../../../src/engine/client';

Object.assign(window, { client });
