// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/**
 * Makes GeoJSON of Debezium's Point, Geometry and Geography, which hold a geometry as WKB (OGC
 * 06-103r4, section 8.2) or PostGIS's EWKB, that is with an SRID and flags for Z and M.
 */
final class DebeziumGeometry {
  private static final String PACKAGE = "io.debezium.data.geometry.";
  private static final String WKB = "wkb";

  private static final int POINT = 1;
  private static final int LINE_STRING = 2;
  private static final int POLYGON = 3;
  private static final int MULTI_LINE_STRING = 5;
  private static final int MULTI_POLYGON = 6;

  /** A geometry of a Multi... has the number of its own type, which is smaller by this. */
  private static final int MULTI = 3;

  private static final int EWKB_Z = 0x8000_0000;
  private static final int EWKB_M = 0x4000_0000;
  private static final int EWKB_SRID = 0x2000_0000;
  private static final int EWKB_FLAGS = EWKB_Z | EWKB_M | EWKB_SRID;

  /** ISO's way to say Z (1), M (2) or both (3). */
  private static final int ISO_STEP = 1_000;

  private final ByteBuffer wkb;
  private int type;
  private int dimensions;

  private DebeziumGeometry(ByteBuffer wkb) {
    this.wkb = wkb;
  }

  static boolean is(Struct struct) {
    String name = struct.schema().name();
    return name != null && name.startsWith(PACKAGE) && struct.schema().field(WKB) != null;
  }

  /** Null when its WKB is missing, malformed, or of a kind for which there is no geo type. */
  static Map<String, Object> geoJson(Struct struct) {
    Object bytes = struct.get(WKB);
    ByteBuffer buffer =
        bytes instanceof byte[] array
            ? ByteBuffer.wrap(array)
            : bytes instanceof ByteBuffer given ? given.duplicate() : ByteBuffer.allocate(0);
    DebeziumGeometry geometry = new DebeziumGeometry(buffer);
    try {
      List<Object> coordinates = geometry.read(0);
      String name = name(geometry.type);
      boolean whole = coordinates != null && name != null && !buffer.hasRemaining();
      return whole ? Map.of(GeoJson.TYPE, name, GeoJson.COORDINATES, coordinates) : null;
    } catch (BufferUnderflowException e) {
      return null;
    }
  }

  private static String name(int type) {
    return switch (type) {
      case POINT -> "Point";
      case LINE_STRING -> "LineString";
      case POLYGON -> "Polygon";
      case MULTI_LINE_STRING -> "MultiLineString";
      case MULTI_POLYGON -> "MultiPolygon";
      default -> null;
    };
  }

  /** One geometry, of the type {@code wanted} unless that is 0; null for one of another. */
  private List<Object> read(int wanted) {
    wkb.order(wkb.get() == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int code = wkb.getInt();
    if ((code & EWKB_SRID) != 0) {
      wkb.getInt();
    }
    int plain = code & ~EWKB_FLAGS;
    int iso = plain / ISO_STEP;
    int found = plain % ISO_STEP;
    dimensions = 2 + Integer.bitCount(code & (EWKB_Z | EWKB_M)) + (iso == 3 ? 2 : iso == 0 ? 0 : 1);
    if (iso > 3 || wanted != 0 && wanted != found) {
      return null;
    }
    List<Object> coordinates =
        switch (found) {
          case POINT -> point();
          case LINE_STRING -> points();
          case POLYGON -> rings();
          case MULTI_LINE_STRING, MULTI_POLYGON -> parts(found - MULTI);
          default -> null;
        };
    type = found;
    return coordinates;
  }

  /** As many numbers as there are dimensions: more than two are refused by the column. */
  private List<Object> point() {
    List<Object> point = new ArrayList<>(dimensions);
    for (int i = 0; i < dimensions; i++) {
      point.add(wkb.getDouble());
    }
    return point;
  }

  private List<Object> points() {
    List<Object> points = new ArrayList<>();
    for (int left = wkb.getInt(); left != 0; left--) {
      points.add(point());
    }
    return points;
  }

  private List<Object> rings() {
    List<Object> rings = new ArrayList<>();
    for (int left = wkb.getInt(); left != 0; left--) {
      rings.add(points());
    }
    return rings;
  }

  private List<Object> parts(int each) {
    List<Object> parts = new ArrayList<>();
    for (int left = wkb.getInt(); left != 0; left--) {
      List<Object> part = read(each);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return parts;
  }
}
