import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nHome } from '../../scripts/setup/paths.mjs';

/** Not found from here: it is installed along with n8n. */
const require = createRequire(join(n8nHome, 'package.json'));
export const { devices, expect, request, test } = require('@playwright/test');
