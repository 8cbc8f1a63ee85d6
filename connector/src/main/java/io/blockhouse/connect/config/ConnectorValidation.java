// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;

/**
 * Answers Connect's question whether a configuration would work: first each key, then the rules
 * between keys, then, if all is well so far, the servers and tables themselves.
 */
public final class ConnectorValidation {
  private final Map<String, String> properties;
  private final Map<String, ConfigValue> values = new LinkedHashMap<>();

  private ConnectorValidation(Map<String, String> properties) {
    this.properties = properties;
    for (ConfigValue value : SinkConfig.definition().validate(properties)) {
      values.put(value.name(), value);
    }
  }

  /** Never throws for what a user wrote: every problem is a message at its key. */
  public static Config validate(Map<String, String> properties) {
    return validate(properties, config -> new ConnectionCheck(config).problems());
  }

  static Config validate(
      Map<String, String> properties, Function<SinkConfig, List<Problem>> liveCheck) {
    ConnectorValidation validation = new ConnectorValidation(SinkConfig.withoutNulls(properties));
    validation.attach(CrossFieldRules.problems(validation.validValues()));
    validation.attach(UserSettings.problems(validation.properties));
    if (validation.isClean()) {
      validation.attach(liveCheck.apply(SinkConfig.quiet(validation.properties)));
    }
    validation.attachMisspeltKeys();
    return new Config(new ArrayList<>(validation.values.values()));
  }

  private Map<String, Object> validValues() {
    Map<String, Object> valid = new HashMap<>();
    for (ConfigValue value : values.values()) {
      if (value.errorMessages().isEmpty()) {
        valid.put(value.name(), value.value());
      }
    }
    return valid;
  }

  private boolean isClean() {
    return values.values().stream().allMatch(value -> value.errorMessages().isEmpty());
  }

  private void attach(List<Problem> problems) {
    for (Problem problem : problems) {
      // Connect also shows messages at keys that we do not define, such as topics.
      values
          .computeIfAbsent(
              problem.key(),
              key -> new ConfigValue(key, valueOf(key), new ArrayList<>(), new ArrayList<>()))
          .addErrorMessage(problem.text());
    }
  }

  /**
   * An option that is not read is noticed late, by what it was to do. Connect has no warnings to
   * show, so a key that was clearly meant to be one of ours is an error; its value, which may be a
   * password, is not shown.
   */
  private void attachMisspeltKeys() {
    UnknownKeys.misspelt(properties.keySet())
        .forEach(
            (key, meant) -> {
              Problem problem =
                  new Problem(
                      key,
                      "there is no such option, so it would have no effect. Did you mean "
                          + meant
                          + "? Rename it, or remove it.");
              values
                  .computeIfAbsent(
                      key,
                      name -> new ConfigValue(name, null, new ArrayList<>(), new ArrayList<>()))
                  .addErrorMessage(problem.text());
            });
  }

  /** The value in the type that Connect's own definition of the key has: topics is a list there. */
  private Object valueOf(String key) {
    String text = properties.get(key);
    return key.equals("topics") && text != null
        ? ConfigDef.parseType(key, text, ConfigDef.Type.LIST)
        : text;
  }
}
