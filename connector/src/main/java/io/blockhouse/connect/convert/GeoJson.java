// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.TypeFamily;

/** The geo types by their names in GeoJSON (RFC 7946, section 3.1). */
final class GeoJson {
  static final String TYPE = "type";
  static final String COORDINATES = "coordinates";

  private GeoJson() {}

  /** Null for types that are none. */
  static String nameOf(TypeFamily family) {
    return switch (family) {
      case POINT -> "Point";
      // GeoJSON has rings within polygons only; alone they are closed lines.
      case RING, LINE_STRING -> "LineString";
      case MULTI_LINE_STRING -> "MultiLineString";
      case POLYGON -> "Polygon";
      case MULTI_POLYGON -> "MultiPolygon";
      default -> null;
    };
  }

  /** Whether objects whose member "type" is this become values of the family. */
  static boolean takes(TypeFamily family, Object type) {
    String name = nameOf(family);
    return name != null && name.equals(type);
  }

  /** The type of the geometry that has so many levels of lists; null if none has. */
  static TypeFamily ofDepth(int depth) {
    return switch (depth) {
      case 1 -> TypeFamily.POINT;
      case 2 -> TypeFamily.LINE_STRING;
      case 3 -> TypeFamily.POLYGON;
      case 4 -> TypeFamily.MULTI_POLYGON;
      default -> null;
    };
  }
}
