// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.TypeName.Argument;
import io.blockhouse.wire.type.TypeName.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the arguments of the types in one name, or refuses the name. */
final class TypeArguments {
  static final String ADVICE = "use one of the supported types, or leave the column out";

  private final String column;
  private final String fullName;

  TypeArguments(String column, String fullName) {
    this.column = column;
    this.fullName = fullName;
  }

  String column() {
    return column;
  }

  void requireCount(TypeName type, int min, int max) {
    int count = type.arguments().size();
    if (count < min || count > max) {
      throw refused(
          type, "it has " + count + " arguments, which is too " + (count < min ? "few" : "many"));
    }
  }

  /** The zone at {@code index}, null if there are fewer arguments. */
  String zone(TypeName type, int index) {
    List<Argument> arguments = type.arguments();
    if (arguments.size() <= index) {
      return null;
    }
    if (arguments.get(index).kind() != Kind.STRING) {
      throw refused(type, "its time zone must be quoted; " + ADVICE);
    }
    return arguments.get(index).value();
  }

  /** The number at {@code index}, a bare one or a member's, between the limits. */
  int number(TypeName type, int index, int min, int max) {
    Argument argument = type.arguments().get(index);
    boolean number = argument.kind() == Kind.NUMBER || argument.kind() == Kind.MEMBER;
    // More than nine digits cannot be in range, and might not fit an int.
    if (number && argument.value().matches("-?[0-9]{1,9}")) {
      int value = Integer.parseInt(argument.value());
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw refused(
        type, "its argument " + (index + 1) + " must be a number from " + min + " to " + max);
  }

  /** The paths; puts the options into {@code parameters}. */
  JsonArguments json(TypeName type, Map<String, String> parameters) {
    Map<String, String> typedPaths = new LinkedHashMap<>();
    List<String> skippedPaths = new ArrayList<>();
    List<String> skippedPatterns = new ArrayList<>();
    for (Argument argument : type.arguments()) {
      switch (argument.kind()) {
        case NAMED_TYPE -> typedPaths.put(argument.label(), argument.type().text());
        case OPTION -> parameters.put(argument.label(), argument.value());
        case SKIP -> {
          boolean pattern = !argument.label().isEmpty();
          (pattern ? skippedPatterns : skippedPaths).add(argument.value());
        }
        default ->
            throw refused(type, "its arguments must be typed paths, options or skipped paths");
      }
    }
    return new JsonArguments(
        Collections.unmodifiableMap(typedPaths),
        List.copyOf(skippedPaths),
        List.copyOf(skippedPatterns));
  }

  UnsupportedTypeException refused(TypeName type, String advice) {
    String part =
        type.text().equals(fullName)
            ? ""
            : " (this is about " + UnsupportedTypeException.shown(type.text()) + " in it)";
    return new UnsupportedTypeException(column, fullName, advice + part);
  }
}
