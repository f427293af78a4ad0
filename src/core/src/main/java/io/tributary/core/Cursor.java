package io.tributary.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Opaque keyset pagination cursor: the position after the last row of a page, and a hash of the
 * filters it belongs to.
 *
 * <p>A damaged cursor, or one used with other filters, is rejected with 400.
 */
public final class Cursor {
  private Cursor() {}

  /**
   * Encodes a cursor.
   *
   * @param filters all parameters that select rows, in a fixed order
   * @param position sort key of the last row, as strings
   */
  public static String encode(List<?> filters, List<String> position) {
    ArrayNode out = Json.array().add(filterHash(filters));
    position.forEach(out::add);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(out));
  }

  /**
   * Decodes the position of a cursor; empty if none was sent.
   *
   * @param parts number of strings in the position
   */
  public static Optional<List<String>> decode(String cursor, List<?> filters, int parts) {
    if (cursor == null || cursor.isEmpty()) {
      return Optional.empty();
    }
    JsonNode node;
    try {
      node = Json.parse(Base64.getUrlDecoder().decode(cursor));
    } catch (IllegalArgumentException e) {
      throw ServiceException.badRequest("next_cursor is not a valid cursor");
    }
    if (!node.isArray() || node.size() != parts + 1 || !isAllText(node)) {
      throw ServiceException.badRequest("next_cursor is not a valid cursor for this endpoint");
    }
    if (!node.get(0).textValue().equals(filterHash(filters))) {
      throw ServiceException.badRequest(
          "next_cursor was created with other filters; use the same filters, or start without a"
              + " cursor");
    }
    List<String> out = new java.util.ArrayList<>(parts);
    for (int i = 1; i <= parts; i++) {
      out.add(node.get(i).textValue());
    }
    return Optional.of(List.copyOf(out));
  }

  private static boolean isAllText(JsonNode node) {
    for (JsonNode n : node) {
      // The service never writes a NUL into a cursor, and PostgreSQL rejects it.
      if (!n.isTextual() || n.textValue().indexOf('\0') >= 0) {
        return false;
      }
    }
    return true;
  }

  private static String filterHash(List<?> filters) {
    byte[] hash = Encryption.sha256(String.valueOf(filters));
    return HexFormat.of().formatHex(hash, 0, 6);
  }

  /** Parses an ID within a position; rejects a malformed one with 400. */
  public static UUID parseUuid(String part) {
    try {
      return UUID.fromString(part);
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  /**
   * Returns the exception for a damaged position. Callers that parse a number or a time from a
   * position throw it.
   */
  public static ServiceException malformed() {
    return ServiceException.badRequest("next_cursor is not a valid cursor for this endpoint");
  }
}
