package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Encrypts and decrypts the headers and connection settings of a webhook_endpoint row. Null bytes
 * represent absent values.
 */
public final class EndpointSecrets {
  private EndpointSecrets() {}

  /** Decrypts the customer's headers. */
  public static Map<String, String> headers(Encryption secrets, String endpointId, byte[] sealed) {
    Map<String, String> out = new LinkedHashMap<>();
    if (sealed != null) {
      json(secrets, endpointId + "/headers", sealed)
          .fields()
          .forEachRemaining(f -> out.put(f.getKey(), f.getValue().asText()));
    }
    return out;
  }

  public static byte[] headers(Encryption secrets, String endpointId, Map<String, String> headers) {
    return headers.isEmpty()
        ? null
        : secrets.seal(Json.tree(headers).toString(), endpointId + "/headers");
  }

  /** Decrypts the connection settings of a streaming destination. */
  public static JsonNode connection(Encryption secrets, String endpointId, byte[] sealed) {
    return sealed == null
        ? MissingNode.getInstance()
        : json(secrets, endpointId + "/connection", sealed);
  }

  public static byte[] connection(Encryption secrets, String endpointId, JsonNode connection) {
    return secrets.seal(connection.toString(), endpointId + "/connection");
  }

  private static JsonNode json(Encryption secrets, String place, byte[] sealed) {
    return Json.parse(secrets.openText(sealed, place).getBytes(StandardCharsets.UTF_8));
  }
}
