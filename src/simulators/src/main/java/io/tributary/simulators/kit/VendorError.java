package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Error response in the vendor's format: status, body and additional headers. */
public final class VendorError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Buffer body;
  private final transient Map<String, String> headers = new LinkedHashMap<>();
  private final int status;

  private VendorError(int status, Buffer body, String type) {
    super("status " + status, null, false, false);
    this.status = status;
    this.body = body;
    if (!type.isEmpty()) {
      headers.put("Content-Type", type);
    }
  }

  public static VendorError json(int status, JsonObject body) {
    return new VendorError(status, body.toBuffer(), "application/json");
  }

  public static VendorError text(int status, String type, String body) {
    return new VendorError(status, Buffer.buffer(body), type);
  }

  /** Returns a status without a body. */
  public static VendorError withoutBody(int status) {
    return new VendorError(status, Buffer.buffer(), "");
  }

  /** Returns an OAuth error (RFC 6749, section 5.2). */
  public static VendorError oauth(int status, String error, String description) {
    return json(status, new JsonObject().put("error", error).put("error_description", description));
  }

  public int status() {
    return status;
  }

  public Buffer body() {
    return body;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public VendorError with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  public VendorError with(Map<String, String> more) {
    headers.putAll(more);
    return this;
  }
}
