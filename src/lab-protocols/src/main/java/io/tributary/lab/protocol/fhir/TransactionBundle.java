package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Entries of a bundle that is done as a whole or not at all. Each resource is known by a number of
 * ours, so that the same bundle again makes nothing new.
 */
final class TransactionBundle {
  private final String seed;
  private final ArrayNode entries = Json.array();

  /**
   * @param seed of the ids by which the entries refer to each other
   */
  TransactionBundle(String seed) {
    this.seed = seed;
  }

  /** What others refer to it by. */
  String url(String system, String value) {
    byte[] name = (seed + "\n" + system + "\n" + value).getBytes(StandardCharsets.UTF_8);
    return "urn:uuid:" + UUID.nameUUIDFromBytes(name);
  }

  /** Made unless the laboratory has one of this number. */
  String once(ObjectNode resource, String system, String value) {
    ObjectNode request = entry(resource, system, value).putObject("request");
    request.put("method", "POST").put("url", resource.path("resourceType").asText());
    request.put("ifNoneExist", query(system, value));
    return url(system, value);
  }

  /** Made, or put in the place of the one with this number. */
  String over(ObjectNode resource, String system, String value) {
    String type = resource.path("resourceType").asText();
    ObjectNode request = entry(resource, system, value).putObject("request");
    request.put("method", "PUT").put("url", type + "?" + query(system, value));
    return url(system, value);
  }

  private ObjectNode entry(ObjectNode resource, String system, String value) {
    ObjectNode out = entries.addObject().put("fullUrl", url(system, value));
    out.set("resource", resource);
    return out;
  }

  ArrayNode entries() {
    return entries;
  }

  /** A search for one number. */
  static String query(String system, String value) {
    return "identifier=" + escaped(system) + "%7C" + escaped(value);
  }

  /** First as a search wants it, then as a URL does. */
  private static String escaped(String text) {
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
