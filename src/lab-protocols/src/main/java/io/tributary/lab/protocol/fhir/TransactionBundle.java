package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Entries of a FHIR transaction, which is applied completely or not at all. Each resource carries
 * one of our identifiers, so resending the bundle creates no duplicates.
 */
final class TransactionBundle {
  private final String seed;
  private final ArrayNode entries = Json.array();

  /**
   * @param seed seed of the UUIDs by which entries reference each other
   */
  TransactionBundle(String seed) {
    this.seed = seed;
  }

  /** Returns the full URL by which other entries reference the resource. */
  String fullUrl(String system, String value) {
    byte[] name = (seed + "\n" + system + "\n" + value).getBytes(StandardCharsets.UTF_8);
    return "urn:uuid:" + UUID.nameUUIDFromBytes(name);
  }

  /**
   * Adds a conditional create: the server creates the resource unless one with this identifier
   * exists.
   */
  String createIfAbsent(ObjectNode resource, String system, String value) {
    ObjectNode request = addEntry(resource, system, value).putObject("request");
    request.put("method", "POST").put("url", resource.path("resourceType").asText());
    request.put("ifNoneExist", searchQuery(system, value));
    return fullUrl(system, value);
  }

  /**
   * Adds a conditional update: the server creates the resource or replaces the one with this
   * identifier.
   */
  String createOrReplace(ObjectNode resource, String system, String value) {
    String type = resource.path("resourceType").asText();
    ObjectNode request = addEntry(resource, system, value).putObject("request");
    request.put("method", "PUT").put("url", type + "?" + searchQuery(system, value));
    return fullUrl(system, value);
  }

  private ObjectNode addEntry(ObjectNode resource, String system, String value) {
    ObjectNode out = entries.addObject().put("fullUrl", fullUrl(system, value));
    out.set("resource", resource);
    return out;
  }

  ArrayNode entries() {
    return entries;
  }

  /** Returns the search parameters that find a resource by one identifier. */
  static String searchQuery(String system, String value) {
    return "identifier=" + escape(system) + "%7C" + escape(value);
  }

  /** Escapes the text for a FHIR search and then percent-encodes it. */
  private static String escape(String text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.replaceAll("([\\\\|,$])", "\\\\$1").getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (plain || "-._~:/".indexOf(c) >= 0) {
        out.append(c);
      } else {
        out.append('%').append(String.format("%02X", (int) c));
      }
    }
    return out.toString();
  }
}
