// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.Map;

/** Sets a stage for one case. */
interface StageFactory {
  /** What the plugin there knows. */
  PluginOptions pluginOptions();

  /** A stage with nothing on it. */
  Stage set(CaseFile file, Map<String, String> config);
}
